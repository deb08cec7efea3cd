import Checksum
import Database
import Essentials

/// The statements for the two tables of a list.
struct RowTable: Sendable {
  /// A row is not what was written.
  struct Damaged: Error {}

  let name: String

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

  /// - Throws: `Damaged`, or `DatabaseError`.
  func records(_ connection: Connection) throws -> [Data] {
    try connection.rows("SELECT key, record, checksum FROM \(name) ORDER BY key") { row in
      let record = Data(row.blob(1) ?? [])
      guard row.integer(2) == checksum(row.integer(0), record) else { throw Damaged() }
      return record
    }
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

  func writeState(_ connection: Connection, _ revision: Int64, _ header: Data) throws {
    try connection.run(
      "INSERT OR REPLACE INTO \(name)_state (id, revision, header, checksum) VALUES (1, ?, ?, ?)", .integer(revision),
      .blob(Array(header)), .integer(checksum(revision, header)))
  }

  private func checksum(_ number: Int64, _ bytes: Data) -> Int64 {
    var checksum = Checksum()
    checksum.add(UInt64(bitPattern: number))
    checksum.add(part: bytes)
    return Int64(bitPattern: checksum.value)
  }
}
