import CachedResource
import Essentials
import FeedsRepository
import Settings
import Subscriptions
import TextLayout

extension Command {
  /// Prints the feeds.
  static let feeds = Command(
    name: "feeds",
    usages: [
      "feeds [--sort ORDER]": "print the feeds: title, unread, all, age of the\nnewest post, state, address"
    ],
    options: [.sort]
  ) { words, _ throws(UsageError) in
    let order = try words.choice(.sort, FeedOrder.self)
    return .feeds { run in try await run.printFeeds(order) }
  }

  /// Adds feeds to the file that lists them.
  static let feedsAdd = Command(
    name: "feeds add",
    usages: [
      "feeds add URL… [--tag TAG] [--mark-read WHICH]": "",
      "feeds add URL --title TITLE":
        "subscribe to a feed, or to that of a page; updates\ntags and title of an existing one",
    ],
    options: [.tag, .title, .markRead]
  ) { words, _ throws(UsageError) in
    var options = AddOptions()
    for tag in (words.values[Option.tag.name] ?? []).map({ TextLayout.line($0).trimmed }) {
      // In the file, `~` begins a title, and `!` hides a feed.
      guard let first = tag.first, first != "~", first != "!" else {
        throw UsageError("--tag needs a word that does not begin with ~ or !, not \(tag)")
      }
      options.tags.append(tag)
    }
    options.title = words.options[Option.title.name].map { TextLayout.line($0).trimmed }
    if options.title?.isEmpty == true { throw UsageError("--title needs more than blanks") }
    options.arrivingRead = try words.choice(.markRead, ArrivingRead.self) ?? .old
    let addresses = words.arguments
    if addresses.isEmpty {
      throw UsageError("feeds add needs an address: satchel feeds add https://xkcd.com/atom.xml")
    }
    if options.title != nil, addresses.count > 1 { throw UsageError("--title is for one feed at a time") }
    try words.expectNetwork()
    return .feeds(saves: true, result: "feeds") { [options] run in try await run.addFeeds(addresses, options) }
  }

  /// Removes feeds from the file.
  static let feedsRemove = Command(
    name: "feeds remove", usages: ["feeds remove NAME…": "NAME is a title, its beginning, or an address"],
    items: .feeds
  ) { words, _ throws(UsageError) in
    let names = words.arguments
    if names.isEmpty { throw UsageError("feeds remove needs a title or an address from satchel feeds") }
    return .feeds(result: "feeds") { run in try await run.removeFeeds(names) }
  }

  /// Gives a feed another address.
  static let feedsMove = Command(
    name: "feeds move", usages: ["feeds move NAME URL": "the feed has another address; its posts stay"], items: .feeds
  ) { words, _ throws(UsageError) in
    let names = words.arguments
    guard names.count == 2 else { throw UsageError("feeds move needs a feed and its new address") }
    return .feeds(result: "feeds") { run in try await run.moveFeed(names[0], to: names[1]) }
  }

  /// Opens the file in an editor.
  static let feedsEdit = Command(
    name: "feeds edit",
    usages: [
      "feeds edit [NAME]": "open the file of the feeds, satchel/feeds in the\nuser's configuration folder, in $EDITOR"
    ],
    items: .feeds
  ) { words, _ throws(UsageError) in
    let name = words.arguments.isEmpty ? nil : try words.argument("feed", "a feed")
    return .feeds { run in try await run.editFeeds(at: name) }
  }

  /// Adds the feeds of another reader, or its posts.
  static let feedsImport = Command(
    name: "feeds import",
    usages: [
      "feeds import FILE [--mark-read WHICH]":
        "add the feeds of OPML or newsboat's urls, or import\nthe posts of its cache.db; - is standard input"
    ],
    options: [.markRead], words: [":files"]
  ) { words, _ throws(UsageError) in
    let file = try words.argument(
      "file", "one file: OPML, newsboat's urls or its cache.db, or - for standard input")
    let arrivingRead = try words.choice(.markRead, ArrivingRead.self) ?? .old
    return .feeds(result: "feeds") { run in try await run.importFeeds(file, arrivingRead) }
  }

  /// Prints the feeds for another reader.
  static let feedsExport = Command(
    name: "feeds export", usages: ["feeds export [--with-passwords]": "print them as OPML"], options: [.withPasswords]
  ) { words, _ throws(UsageError) in
    try words.expectNoArguments()
    let withPasswords = words.has("--with-passwords")
    return .feeds { run in try await run.exportFeeds(withPasswords: withPasswords) }
  }

  /// Gets the new posts of feeds.
  static let feedsRefresh = Command(
    name: "feeds refresh",
    usages: [
      "feeds refresh [NAME…] [--all] [--new] [--strict]": "get new posts of the feeds that are due, or named"
    ],
    options: [.refreshAll, .new, .strict], items: .feeds
  ) { words, _ throws(UsageError) in
    try words.expectNetwork()
    let names = words.arguments
    let extent: RefreshExtent = words.has("--all") ? .all : .due
    let printsNew = words.has("--new")
    let isStrict = words.has("--strict")
    var action = Action.feeds(saves: true, result: "posts") { run in
      try await run.refreshFeeds(names, extent, printsNew: printsNew, isStrict: isStrict)
    }
    action.needsDisk = true
    return action
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
    "--all", in: .reading, "feeds refresh: all, except where a server asked", "for a pause")
  static let new = Option("--new", in: .reading, "feeds refresh: print the posts that arrived")
  static let strict = Option("--strict", in: .reading, "feeds refresh: a feed that fails is a failure")
  static let withPasswords = Option(
    "--with-passwords", in: .reading, "feeds export: passwords of addresses, too")
}
