import Foundation
import ItemsLoader
import Paging
import PostDomain
import PostsRepository
import TextLayout

/// Prints titles as their pages arrive, and at the end where they came from.
func printTitles(
  _ pages: Pages<PostTitle>, limit: Int?, format: Invocation.Format, report: Report, now: @Sendable () -> Date
) async throws {
  var list = TitlesText(format: format)
  var sources = Sources()
  var left = limit ?? .max
  defer { report.notices(sources, now: now()) }
  do {
    for try await page in pages.all(by: \.id) {
      sources.add(page)
      try report.output.write(list.add(page.value.prefix(left)))
      left -= min(left, page.value.count)
      if left == 0 { break }
    }
  } catch let error where !(error is OutputError) {
    // What was begun is ended, so that what stands on standard output is whole.
    guard list.isBegun else { throw error }
    try report.output.write(list.end())
    throw CutShort(cause: error)
  }
  try report.output.write(list.end())
  if list.isEmpty { report.notice("there are no posts at \(report.invocation.server.absoluteString) yet.") }
}

/// Some of the list was printed, but not all of it.
struct CutShort: Error {
  var cause: any Error
}

/// A list of titles in the making.
struct TitlesText {
  let format: Invocation.Format
  private(set) var isBegun = false
  private(set) var isEmpty = true

  init(format: Invocation.Format) { self.format = format }

  /// The text for some more titles.
  mutating func add(_ titles: some Sequence<PostTitle>) -> String {
    var text = isBegun || format == .text ? "" : "["
    isBegun = true
    for title in titles {
      switch format {
      case .text: text += TextLayout.line(title.id.text) + "\t" + TextLayout.line(title.title) + "\n"
      case .json: text += (isEmpty ? "\n  " : ",\n  ") + title.json
      }
      isEmpty = false
    }
    return text
  }

  /// The text that ends the list.
  func end() -> String {
    switch format {
    case .text: ""
    case .json: (isBegun ? "" : "[") + (isEmpty ? "]\n" : "\n]\n")
    }
  }
}
