import Database
import Essentials

/// The statements for the tables of a list.
struct RowTable: Sendable {
  /// A row is not what was written, or is missing.
  struct Damaged: Error {}

  let name: String

  /// The statements that make the tables. The one that counts the rows is made when they are first counted: earlier
  /// versions of the program know none.
  var create: [String] {
    [
      "CREATE TABLE \(name) (key INTEGER PRIMARY KEY, record BLOB NOT NULL, checksum INTEGER NOT NULL)",
      "CREATE TABLE \(name)_state (id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL, "
        + "header BLOB NOT NULL, checksum INTEGER NOT NULL)",
    ]
  }

  /// Which state of the list is kept, and its header; nil where nothing was ever kept.
  /// - Throws: `DatabaseError`.
  func state(_ connection: Connection) throws -> (revision: Int64, header: Data)? {
    try connection.rows("SELECT revision, header, checksum FROM \(name)_state") {
      row -> (revision: Int64, header: Data) in
      let (revision, header) = (row.integer(0), Data(row.blob(1) ?? []))
      // A header that is damaged is no JSON: whoever decodes it finds out.
      return (revision, row.integer(2) == checksum(revision, header) ? header : Data())
    }.first
  }

  /// All rows, each made of its record as it is read: together the records take several times as much as the rows.
  /// - Parameter revision: that of the state; nil where there is none.
  /// - Throws: `Damaged`, `DatabaseError`, or what `row` throws.
  func rows<Value>(
    _ connection: Connection, _ revision: Int64?, _ row: (_ key: Int64, _ record: Data) throws -> Value
  ) throws -> [Value] {
    let count = try revision.map { try self.count(connection, $0) } ?? 0
    var rows: [Value] = []
    // A list that grows is there twice for a moment. A number that was damaged on the disk may be any.
    rows.reserveCapacity(max(0, min(count ?? 0, 1 << 20)))
    try connection.run("SELECT key, record, checksum FROM \(name) ORDER BY key", []) { columns in
      let (key, record) = (columns.integer(0), Data(columns.blob(1) ?? []))
      guard columns.integer(2) == checksum(key, record) else { throw Damaged() }
      rows.append(try row(key, record))
    }
    guard count ?? rows.count == rows.count else { throw Damaged() }
    return rows
  }

  func write(_ connection: Connection, _ key: Int64, _ record: Data) throws {
    try connection.run(
      "INSERT OR REPLACE INTO \(name) (key, record, checksum) VALUES (?, ?, ?)", .integer(key), .blob(Array(record)),
      .integer(checksum(key, record)))
  }

  func remove(_ connection: Connection, _ key: Int64) throws {
    try connection.run("DELETE FROM \(name) WHERE key = ?", .integer(key))
  }

  func removeAll(_ connection: Connection) throws { try connection.run("DELETE FROM \(name)") }

  /// - Parameter count: how many rows there are now.
  func writeState(_ connection: Connection, _ revision: Int64, _ header: Data, count: Int) throws {
    try connection.run(
      "INSERT OR REPLACE INTO \(name)_state (id, revision, header, checksum) VALUES (1, ?, ?, ?)", .integer(revision),
      .blob(Array(header)), .integer(checksum(revision, header)))
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(name)_count \
      (id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL, count INTEGER NOT NULL)
      """)
    try connection.run(
      "INSERT OR REPLACE INTO \(name)_count (id, revision, count) VALUES (1, ?, ?)", .integer(revision),
      .integer(Int64(count)))
  }

  func migration(_ migration: TransactionalRowsMigration) -> SchemaMigration {
    SchemaMigration { try migrate($0, migration) }
  }

  /// Writes every record anew.
  /// - Throws: `DatabaseError`, or what the migration throws.
  func migrate(_ connection: Connection, _ migration: TransactionalRowsMigration) throws {
    do {
      let state = try state(connection)
      let records = try rows(connection, state?.revision) { (key: $0, record: $1) }
      for (key, record) in records { try write(connection, key, migration.row(record)) }
      guard let state else { return }
      if state.header.isEmpty { throw Damaged() }
      try writeState(connection, state.revision, migration.header(state.header), count: records.count)
    } catch is Damaged {
      throw DatabaseError.damaged(file: try connection.file)
    }
  }

  /// How many rows there were at a revision; nil where they were not counted then.
  private func count(_ connection: Connection, _ revision: Int64?) throws -> Int? {
    let tables = try connection.rows("SELECT 1 FROM sqlite_master WHERE name = ?", .text("\(name)_count")) {
      $0.integer(0)
    }
    guard !tables.isEmpty else { return nil }
    return try connection.rows("SELECT revision, count FROM \(name)_count") {
      (revision: $0.integer(0), count: Int(clamping: $0.integer(1)))
    }.first { $0.revision == revision }?.count
  }

  private func checksum(_ number: Int64, _ bytes: Data) -> Int64 {
    var checksum = Checksum()
    checksum.add(UInt64(bitPattern: number))
    checksum.add(part: bytes)
    return Int64(bitPattern: checksum.value)
  }
}
