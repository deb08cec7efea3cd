import CachedResource
import Database
import Essentials
import Messages
import PagedList
import Repositories
import Settings
import TextSearch

/// The text forms of a list and its items.
struct Listing<Item: Sendable> {
  /// The name of the items, in the plural.
  var items: String
  /// Returns the title of an item, and what filters compare.
  var facts: (Item) -> ListFacts
  /// Returns an item as a line for people.
  var text: (Item) -> String
  /// Returns an item as a JSON object.
  var json: (Item) -> JSON
  /// The notice for an empty list, unless it is that of bookmarks.
  var nothing: String
  /// Returns the notice in its place where another reason is known; looked up only for an empty list.
  var otherReason: () async -> String? = { nil }
  /// The name of the list if it is state and not a cache: "to-dos".
  var state: String?
  /// The words that say where the items are; nil for "at" and the server.
  var location: String?
}

/// The text of items that are printed one after the other: a line each, or the elements of an array in JSON.
struct PrintedItems<Item: Sendable> {
  let listing: Listing<Item>
  let format: OutputFormat
  /// Whether there was no item.
  private(set) var isEmpty = true

  mutating func text(of item: Item) -> String {
    defer { isEmpty = false }
    return switch format {
    case .json: (isEmpty ? "[\n  " : ",\n  ") + listing.json(item).text
    case .text: listing.text(item) + "\n"
    }
  }

  /// The text after the last item.
  var end: String { format == .text ? "" : isEmpty ? "[]\n" : "\n]\n" }
}

/// The part of a list to print.
struct ListRequest {
  var query = ListQuery()
  var limit: Int?
  /// The command that prints a single item: "post ID".
  var one = ""

  var isBookmarked: Bool { query.scope == .bookmarked }
}

extension Option {
  /// The options of `posts` and `comics`.
  static let ofLists = [limit, search] + ListFilter.allCases.map(filter) + [bookmarked]

  /// These options as the usage of a command has them.
  static let usageOfLists = ofLists.map { option in
    "[\(option.name)\(option.value.map { " " + $0 } ?? "")]"
  }.joined(separator: " ")
}

extension Words {
  /// Returns the part of the list that `posts` or `comics` prints.
  /// - Parameter one: The command that prints a single item: "post ID".
  func listRequest(one: String) throws(UsageError) -> ListRequest {
    try expectNoArguments(orOne: one)
    let filters = ListFilter.allCases.filter { has(Option.filter($0).name) }
    return ListRequest(
      query: ListQuery(
        scope: has("--bookmarked") ? .bookmarked : .list, filters: Set(filters), text: options["--search"] ?? "",
        showsHidden: has("--muted")), limit: try limit(), one: one)
  }
}

extension CommandRun {
  /// Prints a list page by page as it arrives, and notices about its provenance at the end.
  /// - Parameters:
  ///   - request: The part of the list to print. Bookmarked items come from saved data.
  ///   - checkFlags: Throws if the flags cannot be read; without them, items may count as unread that were read.
  func printList<Item>(
    _ list: PagedList<Item>, _ request: ListRequest = ListRequest(), as listing: Listing<Item>,
    checkFlags: () async throws -> Void = {}
  ) async throws {
    let query = request.query
    var needsFlags = query.readsFlags || settings.format == .json
    if needsFlags {
      do { try await checkFlags() } catch let failure as DatabaseError {
        if query.readsFlags { throw self.failure(failure, reading: "read marks") }
        needsFlags = false
        if !request.isBookmarked {
          error(
            settings.cannot(
              "read the read marks and bookmarks", failure, "--state",
              "; \(listing.items) that were read or bookmarked may be printed as if they were not"))
        }
      }
    }
    let words = TextSearch.Query(query.text)
    let condition = ListCondition.all(query.conditions)
    let isFiltered = !words.isEmpty || condition != .always
    var printed = PrintedItems(listing: listing, format: settings.format)
    var sources = CombinedProvenance()
    var left = request.limit ?? .max
    var pageCount = 0
    var count = 0
    var matched = 0
    var untitled = 0
    var isIncomplete = false
    defer { notices(sources, isIncomplete: isIncomplete) }
    // A search may print nothing for a long time, so it shows its progress on a terminal.
    let progress = isFiltered ? progress : nil
    do {
      let pages =
        request.isBookmarked
        ? list.bookmarkedPages()
        : query.showsHidden ? list.pagesWithHidden() : list.walk(isFiltered ? nil : request.limit, needsFlags)
      for try await page in pages {
        // The list of some servers never ends, so long lists report their progress.
        if progress == nil, pageCount > 0, pageCount.isMultiple(of: 100), page.provenance == .server {
          notice("\(count) \(listing.items) so far.")
        }
        pageCount += 1
        count += page.value.count
        // Nothing is downloaded for a list of bookmarks, so nothing of it could not be saved.
        if !request.isBookmarked { sources.add(page) }
        var found = page.value
        if isFiltered {
          found.removeAll { item in
            let facts = listing.facts(item)
            if facts.title.isEmpty { untitled += 1 }
            guard words.matches(facts.title) else { return true }
            matched += 1
            return !condition.isMet(by: facts)
          }
        }
        if !found.isEmpty { progress?.show("") }
        try output.write(found.prefix(left).reduce(into: "") { $0 += printed.text(of: $1) })
        if page.provenance == .server { progress?.show("looked at \(count) \(listing.items)") }
        left -= min(left, found.count)
        if left == 0 { break }
      }
      progress?.show("")
    } catch let error where !(error is OutputError || error is CancellationError) {
      progress?.show("")
      // Part of a list is better than nothing, if no more is saved.
      if count > 0, let nothing = error as? NoCachedCopy, nothing.readingFailure == nil {
        sources.addMissing(nothing)
        isIncomplete = true
      } else {
        // Closes the JSON document, so that the output is valid.
        if pageCount > 0 { try output.write(printed.end) }
        let state = request.isBookmarked ? "bookmarks" : listing.state
        if error.cause is DatabaseError, let state { throw failure(error.cause, reading: state) }
        throw failure(error, nothing: pageCount > 0 && !(error is DatabaseError) ? "nothing more" : "nothing")
      }
    }
    try output.write(printed.end)
    if count > 0, sources.failure == nil, !sources.isFromServer, let date = sources.cachedAt {
      let age = Messages.age(of: date, now: now())
      // The command is about all feeds, whatever address this one names.
      let program = subject == .server ? "satchel" : satchel
      notice(
        settings.isOffline
          ? "\(Messages.offline); showing the copy saved \(age)."
          : "showing the copy saved \(age); no feed is due. Ask all the same with: \(program) feeds refresh --all")
    }
    if count == 0, request.isBookmarked {
      let location = listing.location.map { " " + $0 } ?? ""
      notice("no bookmarked \(listing.items)\(location). Bookmark one with: \(satchel) bookmark \(request.one)")
    } else if count == 0 {
      notice(await listing.otherReason() ?? listing.nothing)
    } else if printed.isEmpty, matched > 0, !query.filters.isEmpty {
      let names = query.filtersInOrder.map(\.rawValue).joined(separator: " ")
      let rest = words.isEmpty ? "" : " that match\(matched == 1 ? "es" : "") \(query.text)"
      notice("nothing \(names) among the \(Messages.counted(matched, String(listing.items.dropLast())))\(rest).")
    } else if printed.isEmpty {
      let location = listing.location ?? "at \(server.absoluteString)"
      let items = Messages.counted(untitled, String(listing.items.dropLast()))
      let rest = untitled > 0 ? "; \(items) without a title \(untitled == 1 ? "was" : "were") left out" : ""
      notice("no match for \(query.text) in \(Messages.counted(count - untitled, "title")) \(location)\(rest).")
    }
  }
}
