import Essentials
import Feed
import ItemsLoader
import PostDomain
import PostsRepository
import TextLayout
import TextSearch

/// Prints titles as their pages arrive, and at the end where they came from.
/// - Parameters:
///   - query: only titles that hold it; all where it is empty.
///   - limit: no more than this many.
func printTitles(
  _ feed: Feed<PostTitle>, matching query: String = "", limit: Int? = nil, format: Invocation.Format, report: Report,
  now: @Sendable () -> Date
) async throws {
  let words = TextSearch.Query(query)
  var list = TitlesText(format: format)
  var sources = Sources()
  var left = limit ?? .max
  var (pages, count) = (0, 0)
  defer { report.notices(sources, now: now()) }
  do {
    for try await page in feed.walk() {
      // Nobody knows whether a server that goes on and on has an end; whoever waits is told what comes.
      if pages > 0, pages.isMultiple(of: 100), page.origin == .server { report.notice("\(count) posts so far.") }
      (pages, count) = (pages + 1, count + page.value.count)
      sources.add(page)
      let titles = words.isEmpty ? page.value : page.value.filter { words.matches($0.title) }
      try report.output.write(list.add(titles.prefix(left)))
      left -= min(left, titles.count)
      if left == 0 { break }
    }
  } catch let error where !(error is OutputError) {
    // What was begun is ended, so that what stands on standard output is whole.
    guard list.isBegun else { throw error }
    try report.output.write(list.end())
    throw CutShort(cause: error)
  }
  try report.output.write(list.end())
  let server = report.invocation.server.absoluteString
  if count == 0 {
    report.notice("there are no posts at \(server) yet.")
  } else if list.isEmpty {
    report.notice("no title of the \(count) at \(server) holds \(query).")
  }
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
