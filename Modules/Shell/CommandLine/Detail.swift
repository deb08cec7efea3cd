import Essentials
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
  try report.output.write(format == .json ? last.value.json + "\n" : last.value.text(width: report.output.width))
}

extension PostDetail {
  /// Title, text, author, number of comments; what is unknown is a dash.
  /// - Parameter width: where lines are broken between words; nil leaves them as long as they are.
  func text(width: Int?) -> String {
    let body = TextLayout.paragraphs(body)
    let text = """
      \(TextLayout.line(title))
      \(body.isEmpty ? "" : "\n\(body)\n")
      Author:   \(author.value.map(TextLayout.line) ?? "—")
      Comments: \(comments.value.map(String.init) ?? "—")

      """
    return width.map { TextLayout.wrap(text, to: $0).joined(separator: "\n") } ?? text
  }
}
