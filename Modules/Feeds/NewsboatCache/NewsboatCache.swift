// The entries that newsboat has stored, to take them over with what was read.

public import Database
import Essentials
import FeedDocument
public import FeedsRepository
import PostDomain

/// newsboat's `cache.db`, of any version since 2.10.
public struct NewsboatCache: Sendable {
  /// An error that says a database is not newsboat's.
  public struct NotNewsboat: Error, Equatable { public init() {} }

  /// A feed.
  public struct Feed: Equatable, Sendable {
    /// The address as it is in the file `urls`.
    public var address: String
    /// The number of its entries, without those that were deleted.
    public var count: Int

    public init(address: String, count: Int) {
      self.address = address
      self.count = count
    }
  }

  private let database: Database

  /// - Parameter database: The opened `cache.db`.
  public init(_ database: Database) { self.database = database }

  /// Returns all feeds, sorted by address; also those that are in `urls` no more.
  /// - Throws: `NotNewsboat`, `DatabaseError`, or `CancellationError`.
  public func feeds() async throws -> [Feed] {
    try await database.read { connection in
      let columns = try Columns(connection)
      return try connection.rows(
        """
        SELECT address, (SELECT count(*) FROM rss_item WHERE feedurl = address AND NOT \(columns["deleted"] ?? "0")) \
        FROM (SELECT rssurl AS address FROM rss_feed UNION SELECT feedurl FROM rss_item) ORDER BY address
        """
      ) { Feed(address: $0.text(0) ?? "", count: Int($0.integer(1))) }
    }
  }

  /// Returns entries of a feed, those stored first come first.
  /// - Parameters:
  ///   - feed: The address of the feed.
  ///   - number: The number of the last entry of the portion before; 0 for the first portion.
  ///   - count: The maximum number of entries.
  /// - Returns: The entries and their numbers in the database; none at the end. One that was deleted is only remembered
  ///   so that it does not come back, and counts as read.
  /// - Throws: `NotNewsboat`, `DatabaseError`, or `CancellationError`.
  public func entries(
    of feed: String, after number: Int64 = 0, upTo count: Int = 200
  ) async throws -> [(number: Int64, entry: ImportedEntry)] {
    try await database.read { connection in
      let columns = try Columns(connection)
      let names = [
        "id", "guid", "title", "author", "url", "pubDate", "content", "content_mime_type", "enclosure_url",
        "enclosure_type", "unread", "flags", "deleted",
      ]
      let list = names.map { columns[$0] ?? "NULL" }.joined(separator: ", ")
      return try connection.rows(
        "SELECT \(list) FROM rss_item WHERE feedurl = ? AND id > ? ORDER BY id LIMIT ?",
        .text(feed), .integer(number), .integer(Int64(count))
      ) { row in
        func text(_ name: String) -> String? {
          names.firstIndex(of: name).flatMap { row.text($0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        func integer(_ name: String) -> Int64 { names.firstIndex(of: name).map { row.integer($0) } ?? 0 }
        let seconds = integer("pubDate")
        let isDeleted = integer("deleted") != 0
        var entry = FeedEntry(key: text("guid") ?? "", title: text("title") ?? "")
        entry.authors = text("author").map { [FeedAuthor(name: $0)] } ?? []
        entry.link = text("url")
        entry.published = seconds > 0 ? Date(timeIntervalSince1970: Double(seconds)) : nil
        entry.content = text("content").map {
          FeedText($0, isHTML: text("content_mime_type") != "text/plain", source: .description)
        }
        if let file = text("enclosure_url") {
          entry.enclosures = [FeedEnclosure(address: file, type: text("enclosure_type"))]
        }
        let isRead = integer("unread") == 0 || isDeleted
        let isBookmarked = text("flags") != nil && !isDeleted
        return (integer("id"), ImportedEntry(entry, isRead: isRead, isBookmarked: isBookmarked))
      }
    }
  }
}

/// The columns of the table of entries. Older versions have fewer.
private struct Columns {
  private let names: Set<String>

  /// - Throws: `NotNewsboat` if a table or a column is missing that every version has.
  init(_ connection: Connection) throws {
    func names(_ table: String) throws -> Set<String> {
      Set(try connection.rows("PRAGMA table_info(\(table))") { $0.text(1) }.compactMap { $0 })
    }
    self.names = try names("rss_item")
    let required: Set = ["id", "guid", "title", "author", "url", "feedurl", "pubDate", "content", "unread"]
    guard self.names.isSuperset(of: required), try names("rss_feed").isSuperset(of: ["rssurl", "title"]) else {
      throw NewsboatCache.NotNewsboat()
    }
  }

  /// Returns the name of a column; nil if there is none.
  subscript(_ name: String) -> String? { names.contains(name) ? name : nil }
}
