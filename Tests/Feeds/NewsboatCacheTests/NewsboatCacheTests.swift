import Database
import DatabaseLive
import FeedDocument
import FeedsRepository
import Foundation
import NewsboatCache
import PostDomain
import Testing

struct NewsboatCacheTests {
  /// The tables of version 2.10 and the columns that later versions added.
  private func cache(since version: String = "2.33", rows: [String] = []) async throws -> NewsboatCache {
    let database = Database.memory()
    let isNew = version == "2.33"
    try await database.write { connection in
      try connection.run(
        """
        CREATE TABLE rss_feed (rssurl VARCHAR(1024) PRIMARY KEY NOT NULL, url VARCHAR(1024) NOT NULL, \
        title VARCHAR(1024) NOT NULL\(isNew ? ", lastmodified INTEGER(11) NOT NULL DEFAULT 0" : ""))
        """)
      try connection.run(
        """
        CREATE TABLE rss_item (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, guid VARCHAR(64) NOT NULL, \
        title VARCHAR(1024) NOT NULL, author VARCHAR(1024) NOT NULL, url VARCHAR(1024) NOT NULL, \
        feedurl VARCHAR(1024) NOT NULL, pubDate INTEGER NOT NULL, content VARCHAR(65535) NOT NULL, \
        unread INTEGER(1) NOT NULL\(isNew ? Self.laterColumns : ""))
        """)
      for row in rows { try connection.run(row) }
    }
    return NewsboatCache(database)
  }

  private static let laterColumns = """
    , enclosure_url VARCHAR(1024), enclosure_type VARCHAR(1024), enqueued INTEGER(1) NOT NULL DEFAULT 0, \
    flags VARCHAR(52), deleted INTEGER(1) NOT NULL DEFAULT 0, base VARCHAR(128) NOT NULL DEFAULT "", \
    content_mime_type VARCHAR(255) NOT NULL DEFAULT ""
    """

  private func item(_ guid: String, of feed: String, unread: Int = 0, more: String = "", _ values: String = "")
    -> String
  {
    """
    INSERT INTO rss_item (guid, title, author, url, feedurl, pubDate, content, unread\(more)) \
    VALUES ('\(guid)', 'T \(guid)', 'A', 'https://x.example/\(guid)', '\(feed)', 86400, '<p>C', \(unread)\(values))
    """
  }

  /// The entry of `item("1", of: "f")`.
  private var first: FeedEntry {
    var entry = FeedEntry(key: "1", title: "T 1")
    entry.authors = [FeedAuthor(name: "A")]
    entry.link = "https://x.example/1"
    entry.published = Date(timeIntervalSince1970: 86_400)
    entry.content = FeedText("<p>C", isHTML: true, source: .description)
    return entry
  }

  @Test func `feeds have the number of their entries`() async throws {
    let cache = try await cache(rows: [
      "INSERT INTO rss_feed (rssurl, url, title) VALUES ('https://b.example/', 'https://b.example', 'B')",
      "INSERT INTO rss_feed (rssurl, url, title) VALUES ('https://a.example/', '', '')",
      item("1", of: "https://b.example/"), item("2", of: "https://b.example/"),
      item("3", of: "https://b.example/", more: ", deleted", ", 1"), item("4", of: "exec:x y"),
    ])
    #expect(
      try await cache.feeds() == [
        .init(address: "exec:x y", count: 1), .init(address: "https://a.example/", count: 0),
        .init(address: "https://b.example/", count: 2),
      ])
  }

  @Test func `entries are read with every value that newsboat stores`() async throws {
    let cache = try await cache(rows: [
      item(
        "1", of: "f", unread: 1, more: ", enclosure_url, enclosure_type, flags, content_mime_type",
        ", 'https://x.example/a.mp3', 'audio/mpeg', 'bF', 'text/html'"),
      "INSERT INTO rss_item (guid, title, author, url, feedurl, pubDate, content, unread) VALUES ('', '', '', '', 'f', 0, '', 0)",
      item("3", of: "other"),
    ])
    let entries = try await cache.entries(of: "f")
    #expect(entries.map(\.number) == [1, 2])
    var first = first
    first.enclosures = [FeedEnclosure(address: "https://x.example/a.mp3", type: "audio/mpeg")]
    let second = FeedEntry(key: "", title: "")
    #expect(entries.map(\.entry) == [.init(first, isBookmarked: true), .init(second, isRead: true)])
  }

  @Test(arguments: [
    (", flags, deleted", ", 'b', 1", true, false, true), (", flags, deleted", ", '', 0", false, false, true),
    (", content_mime_type", ", 'text/plain'", false, false, false),
  ])
  func `a deleted entry counts as read and loses its flags, and a text may be plain`(
    columns: String, values: String, isRead: Bool, isBookmarked: Bool, isHTML: Bool
  ) async throws {
    let cache = try await cache(rows: [item("1", of: "f", unread: 1, more: columns, values)])
    let entry = try #require(try await cache.entries(of: "f").first?.entry)
    #expect(entry.isRead == isRead)
    #expect(entry.isBookmarked == isBookmarked)
    #expect(entry.entry.content?.isHTML == isHTML)
  }

  @Test func `entries come in portions`() async throws {
    let cache = try await cache(rows: (1...7).map { item("\($0)", of: $0 == 4 ? "other" : "f") })
    var portions = [[String]]()
    var last = Int64(0)
    while let items = try await Optional(cache.entries(of: "f", after: last, upTo: 4)), let end = items.last {
      portions.append(items.map(\.entry.entry.key))
      last = end.number
    }
    #expect(portions == [["1", "2", "3", "5"], ["6", "7"]])
    #expect(try await cache.entries(of: "none").isEmpty)
  }

  @Test func `a cache of newsboat 2.10 is read`() async throws {
    let cache = try await cache(
      since: "2.10",
      rows: ["INSERT INTO rss_feed (rssurl, url, title) VALUES ('f', '', 'F')", item("1", of: "f", unread: 1)])
    #expect(try await cache.feeds() == [.init(address: "f", count: 1)])
    #expect(try await cache.entries(of: "f").map(\.entry) == [.init(first)])
  }

  @Test func `a feed address with quotes and a percent sign is found`() async throws {
    let cache = try await cache(rows: [item("1", of: "https://x.example/?a=''b''&c=%")])
    #expect(try await cache.entries(of: "https://x.example/?a='b'&c=%").map(\.entry.entry.key) == ["1"])
  }

  @Test func `the database of another program is refused`() async throws {
    let database = Database.memory()
    await #expect(throws: NewsboatCache.NotNewsboat()) { try await NewsboatCache(database).feeds() }
    try await database.write { try $0.run("CREATE TABLE rss_item (id INTEGER, guid TEXT)") }
    await #expect(throws: NewsboatCache.NotNewsboat()) { try await NewsboatCache(database).entries(of: "f") }
  }
}
