import Database
import Essentials
import FeedsRepository
import Messages
import NewsboatCache
import PostDomain
import Repositories
import Settings
import Subscriptions
import SubscriptionsStore
import TextLayout

/// The feeds of a list from elsewhere, and its lines that are left out.
struct ImportedFeeds {
  var subscriptions: [Subscription] = []
  /// The lines that are left out, and why.
  var skipped: [(line: String, reason: String)] = []
  /// Whether the list ends early.
  var isCut = false

  /// Reads an OPML document, or a list in the syntax of newsboat's `urls`.
  /// - Throws: `OPML.NotOPML`, or `XMLUnavailable`.
  init(_ bytes: [UInt8]) throws {
    let start = bytes.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }.prefix(2)
    // UTF-16 begins with a mark, or has a zero beside the bracket.
    let isXML =
      start.first == UInt8(ascii: "<") || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
      || start.first == 0 && start.last == UInt8(ascii: "<")
    if isXML {
      let list = try OPML(bytes)
      subscriptions = list.subscriptions
      isCut = list.isCut
      skipped = list.localFeeds.map(Self.skipped)
      skipped += list.invalidAddresses.map { (withoutPassword($0), Self.problem(of: $0)) }
      skipped += list.pages.map { (withoutPassword($0), "a page; feeds add looks for its feed") }
    } else {
      let file = SubscriptionFile(bytes)
      subscriptions = file.subscriptions.filter(\.source.isServer)
      skipped = file.subscriptions.filter { !$0.source.isServer }.map(Self.skipped)
      skipped += file.queries.map { (file.line($0.line) ?? $0.title, "a query") }
      skipped += file.problems.map { ("line \($0.line)", $0.kind.sentence) }
    }
    // An export that masks passwords cannot give them back.
    let masked = subscriptions.filter { $0.source.address?.hasMaskedPassword == true }
    skipped += masked.map { ($0.text, "its password is masked") }
    subscriptions.removeAll { masked.contains($0) }
  }

  /// Returns why a text is no address of a feed; one with a scheme in the words for a line of the file.
  private static func problem(of address: String) -> String {
    guard address.contains("://") else { return "not an address" }
    do throws(SubscriptionFile.Problem.Kind) { _ = try Subscription.Source(address) } catch { return error.sentence }
    return "not an address"
  }

  /// Returns a feed of this machine as a line that is left out.
  private static func skipped(_ subscription: Subscription) -> (line: String, reason: String) {
    var subscription = subscription
    subscription.source = subscription.source.maskingPassword
    return (subscription.text, subscription.source.address?.isFileURL == true ? "a file" : "a command")
  }
}

extension CommandRun {
  /// Adds the feeds of a file, or takes over the posts of newsboat's cache.
  /// - Parameter path: The path of the file; `-` for standard input.
  func importFeeds(_ path: String, _ arrivingRead: ArrivingRead) async throws {
    let bytes = try input(path)
    let name = path == "-" ? "standard input" : path
    if bytes.starts(with: "SQLite format 3\0".utf8) {
      if path == "-" {
        throw CommandFailure(
          "\(name) is a database, which is read from its file; nothing changed. Name that instead of -.")
      }
      if arrivingRead != .old {
        throw CommandFailure("--mark-read is for a list of feeds: \(name) says which posts were read.", .usage)
      }
      return try await importCache(in: URL(filePath: path), name)
    }
    let text = try whole(bytes, of: name)
    let list: ImportedFeeds
    do { list = try ImportedFeeds(text) } catch let error as OPML.NotOPML {
      let root = error.root.map { " (its root is \($0.prefix(40)))" } ?? ""
      throw CommandFailure("\(name) is XML, but not OPML\(root); nothing changed.")
    } catch {
      throw CommandFailure(
        "cannot read XML, because libxml2 is not installed; nothing changed. Install the package libxml2.")
    }
    if list.subscriptions.isEmpty, list.skipped.isEmpty {
      throw CommandFailure("there is no feed in \(name); nothing changed.")
    }
    let additions = try await repositories.feeds.addAll(list.subscriptions, arrivingRead)
    try print(list, additions)
    if list.isCut { error("\(name) ends too early; what came of it is added.") }
    try end(list.subscriptions.isEmpty ? .unavailable : .success)
  }

  private func print(_ list: ImportedFeeds, _ additions: [SubscriptionFile.Addition]) throws {
    func count(_ addition: SubscriptionFile.Addition) -> Int { additions.count { $0 == addition } }
    let tagged = count(.tagged) > 0 ? ", \(count(.tagged)) tagged" : ""
    let lines =
      ["\(count(.added)) added\(tagged), \(count(.unchanged)) already there"]
      + list.skipped.map { "left out: \(TextLayout.line($0.line)) (\(TextLayout.line($0.reason)))" }
    let skipped: [JSON] = list.skipped.map { ["line": $0.line.json, "reason": $0.reason.json] }
    try print(
      lines.joined(separator: "\n"),
      json: [
        "added": count(.added).json, "tagged": count(.tagged).json, "there": count(.unchanged).json,
        "skipped": JSON(skipped),
      ])
    if count(.added) > 0 { notice("get their posts with: \(satchel) feeds refresh") }
  }

  /// Takes over the posts of newsboat's cache that belong to feeds of the file, with what was read and flagged.
  private func importCache(in file: URL, _ name: String) async throws {
    let cache = repositories.newsboatCache(file)
    let found: [NewsboatCache.Feed]
    do { found = try await cache.feeds().filter { $0.count > 0 } } catch is NewsboatCache.NotNewsboat {
      throw CommandFailure("\(name) is a database, but not newsboat's; nothing changed.")
    } catch let error as DatabaseError {
      let reason = error == .busy ? "newsboat is using it" : Messages.savingFailure(error)
      throw CommandFailure("cannot read \(name) (\(reason)); nothing changed.")
    }
    let known = Set(try await feedRows(withHidden: true).compactMap { $0.subscription?.id })
    let feeds = found.compactMap { feed in
      (try? Subscription.Source(feed.address)).flatMap { known.contains($0.id) ? (feed: feed, id: $0.id) : nil }
    }
    if feeds.isEmpty {
      throw CommandFailure(
        "none of the \(Messages.counted(found.count, "feed")) in \(name) is among yours; nothing changed. "
          + "Import the list first: \(satchel) feeds import ~/.newsboat/urls")
    }
    var posts = 0
    var added = 0
    var unread = 0
    var bookmarked = 0
    defer { progress?.show("") }
    for (number, (feed, id)) in feeds.enumerated() {
      progress?.show("\(number + 1) of \(feeds.count) feeds")
      do {
        var last: Int64 = 0
        while case let items = try await cache.entries(of: feed.address, after: last), let end = items.last?.number {
          last = end
          let entries = items.map(\.entry)
          added += try await repositories.feeds.importEntries(id, entries)
          posts += entries.count
          unread += entries.count { !$0.isRead }
          bookmarked += entries.count { $0.isBookmarked }
        }
      } catch let error as DatabaseError {
        throw CommandFailure(
          "cannot go on (\(Messages.savingFailure(error))); \(number) of \(Messages.counted(feeds.count, "feed")) are done. "
            + "Run it again, it does no harm.", .incomplete)
      }
    }
    progress?.show("")
    let others = found.count - feeds.count
    try print(
      "\(Messages.counted(feeds.count, "feed")): \(Messages.counted(posts, "post")), \(added) of them new here, \(unread) unread, "
        + "\(bookmarked) bookmarked",
      json: [
        "feeds": feeds.count.json, "posts": posts.json, "added": added.json, "unread": unread.json,
        "bookmarked": bookmarked.json, "otherFeeds": others.json,
      ])
    if others > 0 {
      notice("\(Messages.counted(others, "feed")) of \(name) \(others == 1 ? "is" : "are") not among yours.")
    }
  }

  /// Prints the feeds as OPML.
  func exportFeeds(withPasswords: Bool) async throws {
    let rows = try await feedRows(withHidden: true)
    let feeds = rows.compactMap { row -> Subscription? in
      guard var feed = row.subscription else { return nil }
      // A feed that was never loaded is listed by its address.
      let isTitled = ![feed.source.untitled, feed.source.text].contains(row.title)
      feed.title = feed.title ?? (isTitled ? row.title : nil)
      return feed
    }
    try output.write(OPML.document(feeds, withPasswords: withPasswords))
    let local = feeds.count { !$0.source.isServer }
    if local > 0 {
      notice("\(Messages.counted(local, "feed")) made by commands or files \(local == 1 ? "is" : "are") left out.")
    }
    let queries = try await repositories.subscriptions.file().queries.count
    if queries > 0 { notice("\(queries == 1 ? "1 query is" : "\(queries) queries are") left out.") }
  }
}
