public import BookmarksStore
public import Database
import Essentials
import Feed
import ItemKind

extension BookmarksStore {
  /// A table, a row for each bookmark.
  public static func live(database: Database) -> Self {
    let database = database.using(
      Schema(
        state: "bookmarks",
        create: [
          "CREATE TABLE bookmarks (kind TEXT NOT NULL, id TEXT NOT NULL, added REAL NOT NULL, PRIMARY KEY (kind, id))",
          "CREATE INDEX bookmarks_order ON bookmarks (kind, added DESC, id)",
        ], migrations: []))
    return Self(
      add: { bookmark in
        try await database.write { connection in
          try connection.checkBookmarks()
          guard try connection.bookmark(bookmark.kind, bookmark.id) == nil else { return nil }
          try connection.run(
            "INSERT INTO bookmarks (kind, id, added) VALUES (?, ?, ?)", .text(bookmark.kind.text), .text(bookmark.id),
            .real(bookmark.addedAt.timeIntervalSinceReferenceDate))
          return .added(bookmark)
        }
      },
      remove: { kind, id in
        try await database.write { connection in
          try connection.checkBookmarks()
          guard let bookmark = try connection.bookmark(kind, id) else { return nil }
          try connection.run("DELETE FROM bookmarks WHERE kind = ? AND id = ?", .text(kind.text), .text(id))
          return .removed(bookmark)
        }
      },
      marked: { kind, ids in try await database.read { try $0.marked(kind, ids) } },
      window: { kind, anchor, before, after in
        try await database.read { try $0.window(kind, anchor, before: before, after: after) }
      },
      changes: database.changes)
  }
}

extension Connection {
  func bookmark(_ kind: ItemKind, _ id: String) throws -> Bookmark? {
    try rows("SELECT id, added FROM bookmarks WHERE kind = ? AND id = ?", .text(kind.text), .text(id)) {
      Bookmark(kind, $0)
    }.first
  }

  func marked(_ kind: ItemKind, _ ids: [String]) throws -> Set<String> {
    try texts(among: ids, "SELECT id FROM bookmarks WHERE kind = ? AND id", .text(kind.text))
  }

  /// Counts them in the table and in its indexes: neither has a checksum.
  /// - Throws: `DatabaseError.damaged` where the numbers differ.
  func checkBookmarks() throws {
    // Without a condition SQLite counts in whichever it likes.
    func count(_ index: String) throws -> Int {
      try number("SELECT count(*) FROM bookmarks \(index) WHERE kind >= ''")
    }
    let counts = [
      try count("NOT INDEXED"), try count("INDEXED BY bookmarks_order"),
      try count("INDEXED BY sqlite_autoindex_bookmarks_1"),
    ]
    guard Set(counts).count == 1 else { throw DatabaseError.damaged(file: try file) }
  }

  func window(
    _ kind: ItemKind, _ anchor: Feed<Bookmark>.Anchor, before: Int, after: Int
  ) throws -> Feed<Bookmark>.Window {
    try checkBookmarks()
    let count = try number("SELECT count(*) FROM bookmarks WHERE kind = ?", .text(kind.text))
    let wanted: Int =
      switch anchor {
      case .row(let row): row
      case .item(let id, let row): try self.row(of: id, kind) ?? row
      }
    let row = max(0, min(wanted, count - 1))
    let first = row - min(max(0, before), row)
    let length = min(count - first, row - first + 1 + min(max(0, after), count))
    let bookmarks = try rows(
      "SELECT id, added FROM bookmarks WHERE kind = ? ORDER BY added DESC, id LIMIT ? OFFSET ?", .text(kind.text),
      .integer(Int64(length)), .integer(Int64(first))
    ) { Bookmark(kind, $0) }
    return Feed.Window(bookmarks, first: first, anchor: row, count: count, isComplete: true)
  }

  private func row(of id: String, _ kind: ItemKind) throws -> Int? {
    guard let bookmark = try bookmark(kind, id) else { return nil }
    return try number(
      "SELECT count(*) FROM bookmarks WHERE kind = ?1 AND (added > ?2 OR added = ?2 AND id < ?3)", .text(kind.text),
      .real(bookmark.addedAt.timeIntervalSinceReferenceDate), .text(id))
  }

  private func number(_ sql: String, _ values: DatabaseValue...) throws -> Int {
    var number = 0
    try run(sql, values) { number = Int(clamping: $0.integer(0)) }
    return number
  }
}

extension Bookmark {
  /// A row of `id, added`.
  fileprivate init(_ kind: ItemKind, _ row: Row) {
    self.init(kind: kind, id: row.text(0) ?? "", addedAt: Date(timeIntervalSinceReferenceDate: row.real(1)))
  }
}
