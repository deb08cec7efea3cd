import Essentials
import ItemsLoader
import PostsRepository
import TextLayout

/// Prints one item when all is known that can be, and where it came from.
/// - Parameters:
///   - text: the item for people, its lines as long as they are.
///   - json: the item for programs.
func printDetail<Item>(
  _ details: AsyncThrowingStream<LoadResult<Item>, any Error>, text: (Item) -> String, json: (Item) -> String,
  report: Report, now: @Sendable () -> Date
) async throws {
  var last: LoadResult<Item>?
  for try await detail in details { last = detail }
  guard let last else { throw CancellationError() }
  try printItem(last, text: text, json: json, report: report, now: now)
}

/// Prints one item, on a terminal with its lines broken between words, and where it came from.
func printItem<Item>(
  _ item: LoadResult<Item>, text: (Item) -> String, json: (Item) -> String, report: Report, now: @Sendable () -> Date
) throws {
  var sources = Sources()
  sources.add(item)
  defer { report.notices(sources, now: now()) }
  switch report.invocation.format {
  case .json: try report.output.write(json(item.value) + "\n")
  case .text:
    let text = text(item.value)
    try report.output.write(report.output.width.map { TextLayout.wrap(text, to: $0).joined(separator: "\n") } ?? text)
  }
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
