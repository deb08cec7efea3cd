import Database
import Essentials
import FlagsStore

extension Schema {
  /// The table of flags. `batch` is the batch by which an item was read, and `read` the revision; a negative `read` is
  /// the revision at which it was marked as unread. Rows without flags stay, so that copies learn of the removal.
  static let flags = Schema(
    state: "item_flags",
    create: [
      """
      CREATE TABLE item_flags (kind TEXT NOT NULL, id TEXT NOT NULL, batch INTEGER, read INTEGER, \
      bookmarked REAL, revision INTEGER NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID
      """,
      "CREATE INDEX item_flags_revisions ON item_flags (kind, revision)",
      "CREATE INDEX item_flags_batches ON item_flags (batch) WHERE batch IS NOT NULL",
      "CREATE INDEX item_flags_bookmarks ON item_flags (kind, bookmarked DESC, id) WHERE bookmarked IS NOT NULL",
      "CREATE TABLE item_flags_epoch (epoch INTEGER NOT NULL)",
    ] + sweepTables,
    replacing: [readMarks, bookmarks],
    fill: SchemaMigration { connection in
      try connection.run("INSERT INTO item_flags_epoch VALUES (0)")
      try connection.beginEpoch()
      try connection.moveReadMarks()
      try connection.moveBookmarks()
    }, migrations: [SchemaMigration(sweepTables)])

  /// The tables of sweeps. A sweep covers the numbers from `low` up to `high`, or none after its undo. `written` is the
  /// last of its items that is written. `changed` is the revision of the last change of the row: its creation, the
  /// writing of its last item, or its undo.
  private static let sweepTables = [
    """
    CREATE TABLE item_flags_sweeps (batch INTEGER PRIMARY KEY, kind TEXT NOT NULL, revision INTEGER NOT NULL, \
    changed INTEGER NOT NULL, low INTEGER NOT NULL, high INTEGER NOT NULL, written TEXT)
    """,
    """
    CREATE TABLE item_flags_swept (kind TEXT NOT NULL, revision INTEGER NOT NULL, batch INTEGER NOT NULL, \
    ids TEXT NOT NULL, PRIMARY KEY (kind, revision))
    """,
    "CREATE INDEX item_flags_swept_batches ON item_flags_swept (batch)",
  ]

  /// The table of read items in earlier versions.
  private static let readMarks = Schema(
    state: "read_marks",
    create: [
      """
      CREATE TABLE read_marks (kind TEXT NOT NULL, id TEXT NOT NULL, batch INTEGER NOT NULL, \
      PRIMARY KEY (kind, id)) WITHOUT ROWID
      """,
      "CREATE INDEX read_marks_batches ON read_marks (batch)",
    ], migrations: [])

  /// The table of bookmarks in earlier versions.
  private static let bookmarks = Schema(
    state: "bookmarks",
    create: [
      "CREATE TABLE bookmarks (kind TEXT NOT NULL, id TEXT NOT NULL, added REAL NOT NULL, PRIMARY KEY (kind, id))",
      "CREATE INDEX bookmarks_order ON bookmarks (kind, added DESC, id)",
    ], migrations: [])
}

extension Connection {
  func beginEpoch() throws {
    // 0 is the epoch before the table exists.
    try run("UPDATE item_flags_epoch SET epoch = ?", .integer(.random(in: 1 ... .max)))
  }

  fileprivate func moveReadMarks() throws {
    try addRead(
      rows("SELECT kind, id, batch FROM read_marks") {
        [.text($0.text(0)), .text($0.text(1)), .integer($0.integer(2))]
      })
  }

  fileprivate func moveBookmarks() throws {
    let bookmarks = try rows("SELECT id, added, kind FROM bookmarks NOT INDEXED") {
      Bookmark(ItemKind($0.text(2) ?? ""), $0)
    }
    for index in ["bookmarks_order", "sqlite_autoindex_bookmarks_1"] {
      let counts = try rows("SELECT count(*) FROM bookmarks INDEXED BY \(index) WHERE kind >= ''") { $0.integer(0) }
      guard counts == [Int64(bookmarks.count)] else { throw DatabaseError.damaged(file: try file) }
    }
    for bookmark in bookmarks { try add(bookmark) }
  }
}
