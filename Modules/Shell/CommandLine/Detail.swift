import Essentials
import ItemsLoader
import PostDomain
import PostText
import PostsRepository
import RichText
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
  /// Title, text, author, date, link, and the comments, each below what it answers; what is unknown is a dash.
  var text: String {
    var plain = PlainText()
    let body = plain.text(of: RichText(post: body, on: link))
    let fields = [
      ("Author:   ", author.value ?? "—"), ("Date:     ", date.map(day)), ("Link:     ", link?.absoluteString),
      ("Comments: ", comments.value.map { String($0.count) } ?? "—"),
    ]
    let lines = fields.compactMap { name, value in value.map { name + TextLayout.line($0) } }
    let comments = (comments.value ?? []).threaded.filter { !$0.isBlank }.map { "\n" + $0.text(in: &plain, on: link) }
    return """
      \(TextLayout.line(title))
      \(body.isEmpty ? "" : "\n\(body)\n")
      \((lines + comments).joined(separator: "\n"))

      """
  }
}

extension ThreadedComment {
  /// Whether there is nothing to be read in it.
  fileprivate var isBlank: Bool { comment.name.trimmed.isEmpty && comment.body.trimmed.isEmpty }

  /// Name and date, and the text below them, further to the right the more it answers.
  fileprivate func text(in plain: inout PlainText, on page: URL?) -> String {
    let start = String(repeating: "  ", count: min(depth, 8))
    let name = [TextLayout.line(comment.name), comment.date.map(day) ?? ""].filter { !$0.isEmpty }
    let text = plain.text(of: RichText(post: comment.body, on: page)).split(
      separator: "\n", omittingEmptySubsequences: false)
    let lines = ["\(name.isEmpty ? "—" : name.joined(separator: " · "))"] + text.map { $0.isEmpty ? "" : "  " + $0 }
    return lines.map { $0.isEmpty ? "" : start + $0 }.joined(separator: "\n")
  }
}

/// The day of a date, in UTC: `2009-07-24`.
private func day(_ date: Date) -> String { date.formatted(Date.ISO8601FormatStyle().year().month().day()) }
