import Database
import Essentials

/// The SQL statements for the tables of a list.
struct RowTable: Sendable {
  /// A row is missing or differs from what was written.
  struct Damaged: Error {}

  let name: String

  /// The statements that create the tables. The table with the number of rows is created at the first write, because
  /// earlier versions of the program do not have it.
  var create: [String] {
    [
      "CREATE TABLE \(name) (key INTEGER PRIMARY KEY, record BLOB NOT NULL, checksum INTEGER NOT NULL)",
      "CREATE TABLE \(name)_state (id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL, "
        + "header BLOB NOT NULL, checksum INTEGER NOT NULL)",
    ]
  }

  /// Returns the revision and header of the list; nil if nothing was ever saved.
  /// - Throws: `DatabaseError`.
  func state(_ connection: Connection) throws -> (revision: Int64, header: Data)? {
    try connection.rows("SELECT revision, header, checksum FROM \(name)_state") {
      row -> (revision: Int64, header: Data) in
      let revision = row.integer(0)
      let header = Data(row.blob(1) ?? [])
      // Empty data is not JSON, so decoding a damaged header fails.
      return (revision, row.integer(2) == checksum(revision, header) ? header : Data())
    }.first
  }

  /// Returns all rows. Each record is decoded when it is read, because all records together take several times as much
  /// memory as the rows.
  /// - Parameter revision: The revision of the list; nil if there is none.
  /// - Throws: `Damaged`, `DatabaseError`, or the errors of `row`.
  func rows<Value>(
    _ connection: Connection, _ revision: Int64?, _ row: (_ record: Data) throws -> Value
  ) throws -> [Value] {
    let count = try revision.map { try self.count(connection, $0) } ?? 0
    var rows: [Value] = []
    // Reserved, because a growing array is in memory twice for a moment. Limited, because a damaged count may be any
    // number.
    rows.reserveCapacity(max(0, min(count ?? 0, 1 << 20)))
    try connection.run("SELECT key, record, checksum FROM \(name) ORDER BY key", []) { columns in
      let key = columns.integer(0)
      let record = Data(columns.blob(1) ?? [])
      guard columns.integer(2) == checksum(key, record) else { throw Damaged() }
      rows.append(try row(record))
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

  /// Writes the revision, the header and the number of rows.
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

  /// Returns the number of rows at a revision; nil if it was not recorded.
  private func count(_ connection: Connection, _ revision: Int64?) throws -> Int? {
    guard try connection.exists("\(name)_count") else { return nil }
    return try connection.rows("SELECT revision, count FROM \(name)_count") {
      (revision: $0.integer(0), count: Int(clamping: $0.integer(1)))
    }.first { $0.revision == revision }?.count
  }

  private func checksum(_ number: Int64, _ bytes: Data) -> Int64 {
    var checksum = Checksum()
    checksum.add(UInt64(bitPattern: number))
    checksum.add(part: bytes)
    return checksum.stored
  }
}
