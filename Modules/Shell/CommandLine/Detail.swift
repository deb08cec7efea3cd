import Foundation
import ItemsLoader
import PostsRepository
import TextLayout

/// Prints one post when all is known that can be, and where it came from.
func printDetail(
  _ details: AsyncThrowingStream<LoadResult<PostDetail>, any Error>, format: Invocation.Format, report: Report,
  now: @Sendable () -> Date
) async throws {
  var last: LoadResult<PostDetail>?
  for try await detail in details { last = detail }
  guard let last else { throw CancellationError() }
  var sources = Sources()
  sources.add(last)
  defer { report.notices(sources, now: now()) }
  try report.output.write(format == .json ? last.value.json + "\n" : last.value.text)
}

extension PostDetail {
  /// Title, text, author, number of comments; what is unknown is a dash.
  var text: String {
    let body = TextLayout.paragraphs(body)
    return """
      \(TextLayout.line(title))
      \(body.isEmpty ? "" : "\n\(body)\n")
      Author:   \(author.value.map(TextLayout.line) ?? "—")
      Comments: \(comments.value.map(String.init) ?? "—")

      """
  }
}
