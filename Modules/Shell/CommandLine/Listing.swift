import Database
import Essentials
import Feed
import ItemMarks
import ItemsLoader
import TextSearch

/// How the items of a list are printed.
struct Listing<Item: Sendable> {
  /// What they are called.
  var items: String
  /// What a search looks at.
  var title: (Item) -> String
  /// What the reader has marked one with.
  var mark: (Item) -> ItemMark = { _ in ItemMark() }
  /// One as a line for people.
  var text: (Item) -> String
  /// One as a JSON object.
  var json: (Item) -> String
  /// What is said where there is none.
  var nothing: String
}

/// Prints a list as its pages arrive, and at the end where it came from.
/// - Parameters:
///   - scope: the items to print. Bookmarked ones are printed as they are saved.
///   - query: only items whose title holds it; all where it is empty.
///   - onlyUnread: only items that were not read.
///   - limit: no more than this many.
func printList<Item>(
  _ feed: Feed<Item>, _ scope: ListQuery.Scope = .list, as listing: Listing<Item>, matching query: String = "",
  onlyUnread: Bool = false,
  limit: Int? = nil, report: Report,
  now: @Sendable () -> Date
) async throws {
  let words = TextSearch.Query(query)
  var list = ListText(listing: listing, format: report.invocation.format)
  var sources = Sources()
  var left = limit ?? .max
  var (pageCount, count) = (0, 0)
  var isIncomplete = false
  defer { report.notices(sources, isIncomplete: isIncomplete, now: now()) }
  // Where titles are only looked at, a terminal shows that something is done.
  let progress = report.invocation.isQuiet || words.isEmpty && !onlyUnread ? nil : report.output.progress
  let showsMarks = onlyUnread || report.invocation.format == .json
  do {
    let pages =
      scope == .bookmarked
      ? feed.bookmarkedPages() : feed.walk(words.isEmpty && !onlyUnread ? limit : nil, showsMarks)
    for try await page in pages {
      // Nobody knows whether a server that goes on and on has an end; whoever waits is told what comes.
      if progress == nil, pageCount > 0, pageCount.isMultiple(of: 100), page.origin == .server {
        report.notice("\(count) \(listing.items) so far.")
      }
      (pageCount, count) = (pageCount + 1, count + page.value.count)
      sources.add(page)
      var found = page.value
      if !words.isEmpty { found.removeAll { !words.matches(listing.title($0)) } }
      if onlyUnread { found.removeAll { listing.mark($0).isRead } }
      if !found.isEmpty { progress?.show("") }
      try report.output.write(list.add(found.prefix(left)))
      if page.origin == .server { progress?.show("looked at \(count) \(listing.items)") }
      left -= min(left, found.count)
      if left == 0 { break }
    }
    progress?.show("")
  } catch let error where !(error is OutputError) {
    progress?.show("")
    // Part of a list is better than nothing, if that is all that is saved.
    if count > 0, let nothing = error as? NothingKept, nothing.readingFailure == nil {
      sources.addMissing(nothing)
      isIncomplete = true
    } else {
      // What was begun is ended, so that what stands on standard output is whole.
      guard list.isBegun else { throw error }
      try report.output.write(list.end())
      throw error is DatabaseError ? error : CutShort(cause: error)
    }
  }
  try report.output.write(list.end())
  if count == 0 {
    report.notice(listing.nothing)
  } else if list.isEmpty, onlyUnread {
    report.notice("nothing unread among the \(count) \(listing.items).")
  } else if list.isEmpty {
    report.notice("no match for \(query) in \(count) titles at \(report.server.absoluteString).")
  }
}

/// Some of the list was printed, but not all of it.
struct CutShort: Error {
  var cause: any Error
}

/// A list in the making.
struct ListText<Item: Sendable> {
  let listing: Listing<Item>
  let format: Invocation.Format
  private(set) var isBegun = false
  private(set) var isEmpty = true

  init(listing: Listing<Item>, format: Invocation.Format) { (self.listing, self.format) = (listing, format) }

  /// The text for some more items.
  mutating func add(_ items: some Sequence<Item>) -> String {
    var text = isBegun || format == .text ? "" : "["
    isBegun = true
    for item in items {
      switch format {
      case .text: text += listing.text(item) + "\n"
      case .json: text += (isEmpty ? "\n  " : ",\n  ") + listing.json(item)
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
