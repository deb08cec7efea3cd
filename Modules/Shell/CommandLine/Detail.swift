import Foundation
import ItemsLoader
import PostsRepository
import TextLayout

/// Prints one post when all is known that can be, and where it came from.
func printDetail(
  _ details: AsyncThrowingStream<Loaded<PostDetail>, any Error>, format: Invocation.Format, report: Report,
  now: @Sendable () -> Date
) async throws {
  var last: Loaded<PostDetail>?
  for try await detail in details { last = detail }
  guard let last else { throw CancellationError() }
  var provenance = Provenance()
  provenance.add(last)
  defer { report.notices(provenance, now: now()) }
  try report.output.write(format == .json ? last.items.json + "\n" : last.items.text)
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
