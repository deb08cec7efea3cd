import CachedResource
import Essentials
import FeedsRepository
import Settings
import Subscriptions

extension Command {
  /// Prints the feeds, changes the file that lists them, and refreshes them.
  static let feeds = Command(
    name: "feeds",
    usages: [
      "feeds [--sort ORDER]": "print the feeds: title, unread, all, age of the\nnewest post, state, address",
      "feeds add URL… [--tag TAG] [--mark-read WHICH]": "",
      "feeds add URL --title TITLE":
        "subscribe to a feed, or to that of a page; one that\nis there gets the tags and the title",
      "feeds remove NAME…": "NAME is a title, its beginning, or an address",
      "feeds move NAME URL": "the feed has another address; its posts stay",
      "feeds edit [NAME]": "open the file of the feeds in $EDITOR",
      "feeds import FILE [--mark-read WHICH]":
        "add those of OPML or of newsboat's urls, or get all\nthat its cache.db has of yours; - is standard input",
      "feeds export [--with-passwords]": "print them as OPML",
      "feeds refresh [NAME…] [--all] [--new] [--strict]": "get new posts of those that are due, or of these",
    ],
    options: [.sort, .tag, .title, .markRead, .refreshAll, .new, .strict, .withPasswords],
    words: FeedsVerb.allCases.map { ($0.rawValue, nil) }
  ) { words, _ throws(UsageError) in
    let verb = try FeedsVerb(words)
    let names = words.feedNames
    switch verb {
    case nil:
      let order = try words.choice(.sort, FeedOrder.self)
      return .feeds { run in try await run.printFeeds(order) }
    case .add: return try words.feedsAdd()
    case .remove:
      guard !names.isEmpty else { throw UsageError("feeds remove needs a title or an address from satchel feeds") }
      return .feeds { run in try await run.removeFeeds(names) }
    case .move:
      guard names.count == 2 else { throw UsageError("feeds move needs a feed and its new address") }
      return .feeds { run in try await run.moveFeed(names[0], to: names[1]) }
    case .edit:
      guard names.count < 2 else { throw UsageError("feeds edit takes one feed at a time") }
      return .feeds { run in try await run.editFeeds(at: names.first) }
    case .import:
      guard let file = names.first, names.count == 1 else {
        throw UsageError("feeds import needs one file: OPML, newsboat's urls or its cache.db, or - for standard input")
      }
      let arrivingRead = try words.choice(.markRead, ArrivingRead.self) ?? .old
      return .feeds { run in try await run.importFeeds(file, arrivingRead) }
    case .export:
      guard names.isEmpty else { throw UsageError("feeds export takes no argument; it prints") }
      let withPasswords = words.has("--with-passwords")
      return .feeds { run in try await run.exportFeeds(withPasswords: withPasswords) }
    case .refresh:
      let request = FeedsRefresh(
        names: names, isAll: words.has("--all"), printsNew: words.has("--new"), isStrict: words.has("--strict"))
      return .feeds(saves: true) { run in try await run.refreshFeeds(request) }
    }
  }
}

extension Option {
  static let sort = Option(
    "--sort", value: "ORDER", in: .reading, "feeds: stale, the longest without a post first;",
    "noisy, most posts a week; or unread",
    values: FeedOrder.allCases.map(\.rawValue))
  static let title = Option("--title", value: "TITLE", in: .reading, "feeds add: show it under this title")
  static let markRead = Option(
    "--mark-read", value: "WHICH", in: .reading, "feeds add, import: posts that arrive read at first:",
    "old (30 days, not the newest three), all or none", "[default: old]", values: ArrivingRead.allCases.map(\.rawValue))
  static let refreshAll = Option(
    "--all", in: .reading, "feeds refresh: all that want no pause, not only", "those that are due")
  static let new = Option("--new", in: .reading, "feeds refresh: print the posts that arrived")
  static let strict = Option("--strict", in: .reading, "feeds refresh: a feed that fails is a failure")
  static let withPasswords = Option(
    "--with-passwords", in: .reading, "feeds export: passwords of addresses, too")
}

/// A word after `feeds`.
enum FeedsVerb: String, CaseIterable {
  case add, remove, move, edit, `import`, export, refresh

  /// Returns the word of a command line; nil if there is none.
  /// - Throws: `UsageError` for an unknown word, and for an option of another word.
  fileprivate init?(_ words: Words) throws(UsageError) {
    let word = words.arguments.first
    let verb = word.flatMap(Self.init(rawValue:))
    if let word, verb == nil {
      let hint = suggestion(for: word, in: Self.allCases.map(\.rawValue))
      throw UsageError(word.isEmpty ? "the word after feeds is empty" : "feeds cannot \(word)\(hint)")
    }
    let own = Self.options(of: verb)
    for option in Command.feeds.options where words.has(option.name) && !own.contains(option) {
      let owners = Self.allCases.filter { Self.options(of: $0).contains(option) }.map { "feeds \($0.rawValue)" }
      let list = owners.isEmpty ? "feeds alone" : owners.joined(separator: " and ")
      throw UsageError("\(option.name) belongs to \(list), not to feeds \(verb?.rawValue ?? "alone")")
    }
    if words.has("--offline"), verb == .add || verb == .refresh {
      throw UsageError("feeds \(verb?.rawValue ?? "") needs the network; leave out --offline")
    }
    guard let verb else { return nil }
    self = verb
  }

  private static func options(of verb: Self?) -> [Option] {
    switch verb {
    case nil: [.sort]
    case .add: [.tag, .title, .markRead]
    case .import: [.markRead]
    case .export: [.withPasswords]
    case .refresh: [.refreshAll, .new, .strict]
    case .remove, .move, .edit: []
    }
  }
}

extension Words {
  /// The words after the word that follows `feeds`.
  fileprivate var feedNames: [String] { Array(arguments.dropFirst()) }

  fileprivate func feedsAdd() throws(UsageError) -> Action {
    let addresses = feedNames
    var options = AddOptions()
    for tag in values[Option.tag.name] ?? [] {
      // In the file, `~` begins a title, and `!` hides a feed.
      guard let first = tag.trimmed.first, first != "~", first != "!" else {
        throw UsageError("--tag needs a word that does not begin with ~ or !, not \(tag)")
      }
      options.tags.append(tag.trimmed)
    }
    options.title = self.options[Option.title.name]
    options.arrivingRead = try choice(.markRead, ArrivingRead.self) ?? .old
    guard !addresses.isEmpty else {
      throw UsageError("feeds add needs an address: satchel feeds add https://xkcd.com/atom.xml")
    }
    if options.title != nil, addresses.count > 1 { throw UsageError("--title is for one feed at a time") }
    return .feeds(saves: true) { [options] run in try await run.addFeeds(addresses, options) }
  }
}
