// The entries that newsboat has stored, to take them over with what was read.

public import Database
public import Essentials

/// newsboat's `cache.db`, of any version since 2.10.
public struct NewsboatCache: Sendable {
  /// An error that says a database is not newsboat's.
  public struct NotNewsboat: Error, Equatable { public init() {} }

  /// A feed.
  public struct Feed: Equatable, Sendable {
    /// The address as it is in the file `urls`.
    public var address: String
    /// The title; nil if the feed was never loaded.
    public var title: String?
    /// The number of its entries, without those that were deleted.
    public var count: Int

    public init(address: String, title: String? = nil, count: Int) {
      self.address = address
      self.title = title
      self.count = count
    }
  }

  /// An entry of a feed.
  public struct Item: Equatable, Sendable {
    /// The number in the database. Later entries have larger numbers.
    public var number: Int64
    /// The identifier that the feed gave it. If it gave none, it is the link or the title.
    public var guid: String
    /// The title; empty without one.
    public var title: String
    /// The author; empty without one.
    public var author: String
    /// The link; empty without one.
    public var link: String
    /// The date of publication, or that of the first load if the feed gave none.
    public var published: Date?
    /// The text, as HTML or of the type given.
    public var content: String
    /// The media type of the text; empty if newsboat did not store it.
    public var contentType: String
    /// The address of an attached file, and its media type.
    public var enclosure: Enclosure?
    /// Whether it is unread.
    public var isUnread: Bool
    /// The flags, letters of any meaning.
    public var flags: String
    /// Whether it was deleted, and is only remembered so that it does not come back.
    public var isDeleted: Bool

    public init(
      number: Int64, guid: String, title: String = "", author: String = "", link: String = "", published: Date? = nil,
      content: String = "", contentType: String = "", enclosure: Enclosure? = nil, isUnread: Bool = false,
      flags: String = "", isDeleted: Bool = false
    ) {
      self.number = number
      self.guid = guid
      self.title = title
      self.author = author
      self.link = link
      self.published = published
      self.content = content
      self.contentType = contentType
      self.enclosure = enclosure
      self.isUnread = isUnread
      self.flags = flags
      self.isDeleted = isDeleted
    }
  }

  /// A file attached to an entry.
  public struct Enclosure: Equatable, Sendable {
    /// The address.
    public var link: String
    /// The media type; empty if unknown.
    public var type: String

    public init(link: String, type: String = "") {
      self.link = link
      self.type = type
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
        SELECT address, (SELECT title FROM rss_feed WHERE rssurl = address), \
        (SELECT count(*) FROM rss_item WHERE feedurl = address AND NOT \(columns["deleted"] ?? "0")) \
        FROM (SELECT rssurl AS address FROM rss_feed UNION SELECT feedurl FROM rss_item) ORDER BY address
        """
      ) { row in
        let title = row.text(1) ?? ""
        return Feed(address: row.text(0) ?? "", title: title.isEmpty ? nil : title, count: Int(row.integer(2)))
      }
    }
  }

  /// Returns entries of a feed, those stored first come first.
  /// - Parameters:
  ///   - feed: The address of the feed.
  ///   - number: The number of the last entry of the portion before; 0 for the first portion.
  ///   - count: The maximum number of entries.
  /// - Returns: The entries; none at the end.
  /// - Throws: `NotNewsboat`, `DatabaseError`, or `CancellationError`.
  public func items(of feed: String, after number: Int64 = 0, upTo count: Int = 200) async throws -> [Item] {
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
        func text(_ name: String) -> String { names.firstIndex(of: name).flatMap { row.text($0) } ?? "" }
        func integer(_ name: String) -> Int64 { names.firstIndex(of: name).map { row.integer($0) } ?? 0 }
        let (seconds, enclosure) = (integer("pubDate"), text("enclosure_url"))
        return Item(
          number: integer("id"), guid: text("guid"), title: text("title"), author: text("author"), link: text("url"),
          published: seconds > 0 ? Date(timeIntervalSince1970: Double(seconds)) : nil, content: text("content"),
          contentType: text("content_mime_type"),
          enclosure: enclosure.isEmpty ? nil : Enclosure(link: enclosure, type: text("enclosure_type")),
          isUnread: integer("unread") != 0, flags: text("flags"), isDeleted: integer("deleted") != 0)
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
