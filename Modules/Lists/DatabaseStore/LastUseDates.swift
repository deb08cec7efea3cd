import Database
import Essentials
import Store

/// The dates when the rows of a store were last used, in a table beside it. That table is created when it is first
/// needed. A row without an entry counts as used when it was fetched.
struct LastUseDates: Sendable {
  let table: String

  /// The interval in seconds within which two uses count as one, so that there is little to write.
  private static let resolution = 3_600.0

  private var seen: String { "\(table)_seen" }

  /// Returns whether a use on a date has to be saved.
  func needsSaving(_ connection: Connection, _ key: String, _ date: Date) throws -> Bool {
    var dates = try connection.rows("SELECT fetched FROM \(table) WHERE key = ?", .text(key)) { $0.real(0) }
    guard !dates.isEmpty else { return false }
    if try connection.exists(seen) {
      dates += try connection.rows("SELECT seen FROM \(seen) WHERE key = ?", .text(key)) { $0.real(0) }
    }
    return dates.allSatisfy { date.timeIntervalSinceReferenceDate - $0 > Self.resolution }
  }

  func note(_ connection: Connection, _ key: String, _ date: Date) throws {
    try prepareTable(connection)
    try connection.run(
      "INSERT OR REPLACE INTO \(seen) (key, seen) VALUES (?, ?)", .text(key), .real(date.timeIntervalSinceReferenceDate)
    )
  }

  /// Creates the table, and the index for finding the oldest rows. Without the index SQLite would read all records,
  /// because the date is stored behind them.
  func prepare(_ connection: Connection) throws {
    try prepareTable(connection)
    try connection.run("CREATE INDEX IF NOT EXISTS \(table)_ages ON \(table) (fetched, key)")
  }

  private func prepareTable(_ connection: Connection) throws {
    try connection.run("CREATE TABLE IF NOT EXISTS \(seen) (key TEXT PRIMARY KEY, seen REAL NOT NULL)")
  }

  func oldest(_ connection: Connection, _ count: Int, sparing spared: Set<String>) throws -> [StoredAge] {
    let rows = try connection.rows(
      """
      SELECT key, max(fetched, coalesce((SELECT seen FROM \(seen) WHERE \(seen).key = \(table).key), fetched)) AS age \
      FROM \(table) INDEXED BY \(table)_ages ORDER BY age, key LIMIT ?
      """, .integer(Int64(clamping: count + spared.count))
    ) { (key: $0.text(0) ?? "", seen: $0.real(1)) }
    return try rows.filter { !spared.contains($0.key) }.prefix(count).map { key, seen in
      let bytes = try connection.rows("SELECT length(record) FROM \(table) WHERE key = ?", .text(key)) { $0.integer(0) }
      return StoredAge(
        name: key, seenAt: Date(timeIntervalSinceReferenceDate: seen), bytes: Int(clamping: bytes.first ?? 0))
    }
  }

  /// Deletes all rows, and the dates of their use.
  func removeAll(_ connection: Connection) throws {
    for table in [table, seen] where try connection.exists(table) { try connection.run("DELETE FROM \(table)") }
  }

  /// Deletes rows, and the dates of their use.
  func remove(_ connection: Connection, _ keys: [String]) throws {
    try prepareTable(connection)
    for table in [table, seen] {
      for key in keys { try connection.run("DELETE FROM \(table) WHERE key = ?", .text(key)) }
    }
  }
}
