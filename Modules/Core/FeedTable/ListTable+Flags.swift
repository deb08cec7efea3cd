import Database
import Essentials
import Feed
import FlagsStore

/// The copies of flags: all of them by identity, and in the narrow table whether an item was read.
///
/// `read` is the revision at which an item was read, or 0. `version` is that of the copies; `generation` changes with every
/// change of the list's tables.
extension ListTable {
  /// The tables that came with the copies, made in new databases and in older ones.
  var flagTables: [String] {
    [
      "CREATE TABLE \(name)_flags (id TEXT PRIMARY KEY, read INTEGER NOT NULL, bookmarked REAL) WITHOUT ROWID",
      "CREATE INDEX \(name)_bookmarks ON \(name)_flags (bookmarked DESC, id) WHERE bookmarked IS NOT NULL",
      """
      CREATE TABLE \(name)_state (key INTEGER PRIMARY KEY, epoch INTEGER NOT NULL, revision INTEGER NOT NULL, \
      generation INTEGER NOT NULL)
      """,
    ]
  }

  struct State {
    var version = FlagsVersion.none
    var generation: Int64 = 0
  }

  func state(_ connection: Connection) throws -> State {
    try connection.rows("SELECT epoch, revision, generation FROM \(name)_state WHERE key = 0") { row in
      State(version: FlagsVersion(epoch: row.integer(0), revision: row.integer(1)), generation: row.integer(2))
    }.first ?? State()
  }

  /// Says that the tables have changed.
  func countChange(_ connection: Connection) throws {
    try connection.run(
      """
      INSERT INTO \(name)_state (key, epoch, revision, generation) VALUES (0, 0, 0, ?) \
      ON CONFLICT (key) DO UPDATE SET generation = generation + 1
      """, .integer(.random(in: 1 ... .max / 2)))
  }

  /// Copies changes, unless the copies are not those that they follow.
  func take(_ connection: Connection, _ changes: FlagChanges, after version: FlagsVersion) throws {
    guard try state(connection).version == version else { return }
    if changes.isFromStart {
      try connection.run("DELETE FROM \(name)_flags")
      try connection.run("UPDATE \(name)_search SET read = 0 WHERE read <> 0")
    }
    for change in changes.changes {
      let id = DatabaseValue.text(change.id)
      if change.flags == ItemFlags() {
        try connection.run("DELETE FROM \(name)_flags WHERE id = ?", id)
      } else {
        try connection.run(
          "INSERT OR REPLACE INTO \(name)_flags (id, read, bookmarked) VALUES (?, ?, ?)", id,
          .integer(change.readRevision ?? 0), .real(change.flags.bookmarkedAt?.timeIntervalSinceReferenceDate))
      }
      try connection.run(
        """
        UPDATE \(name)_search SET read = coalesce((SELECT read FROM \(name)_flags WHERE id = ?1), 0) \
        WHERE place = (SELECT place FROM \(name) WHERE id = ?1)
        """, id)
    }
    try countChange(connection)
    try connection.run(
      "UPDATE \(name)_state SET epoch = ?, revision = ?", .integer(changes.version.epoch),
      .integer(changes.version.revision))
  }

  /// The flags of some items.
  func flags(_ connection: Connection, _ ids: [Item.ID]) throws -> [Item.ID: ItemFlags] {
    var found: [Item.ID: ItemFlags] = [:]
    for id in ids {
      try connection.run(
        "SELECT read, bookmarked FROM \(name)_flags WHERE id = ?", [.text(self.id(id))]
      ) { found[id] = itemFlags($0, from: 0) }
    }
    return found
  }

  /// The flags in a row of `read, bookmarked`, from a column on.
  func itemFlags(_ row: Row, from column: Int) -> ItemFlags {
    ItemFlags(
      isRead: row.integer(column) > 0,
      bookmarkedAt: row.isNull(column + 1) ? nil : Date(timeIntervalSinceReferenceDate: row.real(column + 1)))
  }
}
