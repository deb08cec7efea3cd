import CachedResource
import Database
import Essentials

/// A row that holds a cached copy.
struct StoredRow {
  private let key: String
  private let record: Data
  /// The date in seconds since 2001, the internal representation of `Date`, so that it does not change.
  private let fetched: Double
  private let validator: String?

  init(key: String, _ copy: CachedCopy<Data>) {
    self.key = key
    record = copy.value
    fetched = copy.fetchedAt.timeIntervalSinceReferenceDate
    validator = copy.validator
  }

  /// Returns nil if the row does not match its checksum.
  init?(key: String, _ row: Row) {
    self.key = key
    record = Data(row.blob(0) ?? [])
    fetched = row.real(1)
    validator = row.text(2)
    guard row.integer(3) == checksum else { return nil }
  }

  var copy: CachedCopy<Data> {
    CachedCopy(record, fetchedAt: Date(timeIntervalSinceReferenceDate: fetched), validator: validator)
  }

  /// The values of `key`, `record`, `fetched`, `validator` and `checksum`.
  var values: [DatabaseValue] {
    [
      .text(key), .blob(Array(record)), .real(fetched), validator.map { .text($0) } ?? .null, .integer(checksum),
    ]
  }

  private var checksum: Int64 {
    var checksum = Checksum()
    checksum.add(part: key.utf8)
    checksum.add(part: record)
    checksum.add(fetched.bitPattern)
    if let validator { checksum.add(part: validator.utf8) }
    return checksum.stored
  }
}

extension StoredRow {
  /// Removes the validators of a table's rows.
  static func forgetValidators(_ connection: Connection, in table: String) throws {
    var last = ""
    while let (key, row) = try connection.rows(
      """
      SELECT record, fetched, validator, checksum, key FROM \(table) \
      WHERE validator IS NOT NULL AND key > ? ORDER BY key LIMIT 1
      """, .text(last), row: { ($0.text(4) ?? "", StoredRow(key: $0.text(4) ?? "", $0)) }
    ).first {
      last = key
      guard var copy = row?.copy else { continue }
      copy.validator = nil
      try connection.run("INSERT OR REPLACE INTO \(table) VALUES (?, ?, ?, ?, ?)", StoredRow(key: key, copy).values) {
        _ in
      }
    }
  }
}
