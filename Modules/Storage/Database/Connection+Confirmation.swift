import Essentials

/// A second, checksummed copy of a version number, which distinguishes a file of a newer program from a damaged one.
extension Connection {
  /// Confirms the version of a store's tables, or of the whole file for the empty name.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public func confirm(_ version: Int64, of name: String = "") throws {
    try run(
      """
      CREATE TABLE IF NOT EXISTS versions \
      (name TEXT PRIMARY KEY, version INTEGER NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID
      """)
    try run(
      "INSERT OR REPLACE INTO versions (name, version, checksum) VALUES (?, ?, ?)", .text(name), .integer(version),
      .integer(checksum(version, name)))
  }

  /// Returns whether a version was confirmed.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public func isConfirmed(_ version: Int64, of name: String = "") throws -> Bool {
    guard try exists("versions") else { return false }
    let found = try rows("SELECT version, checksum FROM versions WHERE name = ?", .text(name)) {
      [$0.integer(0), $0.integer(1)]
    }
    return found == [[version, checksum(version, name)]]
  }

  private func checksum(_ version: Int64, _ name: String) -> Int64 {
    var checksum = Checksum()
    checksum.add(part: name.utf8)
    checksum.add(UInt64(bitPattern: version))
    return checksum.stored
  }
}
