import ContentDomain
import Database
import Essentials

extension FetchedCodes {
  /// Nil where nothing was kept yet.
  /// - Throws: `DatabaseError.damaged` for what is not what was kept.
  init?(in connection: Connection) throws {
    var found: Self?
    try connection.run("SELECT last, count, checksum FROM codes", []) { row in
      let codes = Self(last: row.text(0).flatMap { UUID(code: $0) }, count: Int(clamping: row.integer(1)))
      guard row.integer(2) == codes.checksum, row.isNull(0) == (codes.last == nil), codes.isPossible else {
        throw DatabaseError.damaged(file: try connection.file)
      }
      found = codes
    }
    guard let found else { return nil }
    self = found
  }

  /// Keeps them in place of what was kept.
  func keep(in connection: Connection) throws {
    try connection.run(
      "INSERT OR REPLACE INTO codes (id, last, count, checksum) VALUES (1, ?, ?, ?)",
      last.map { .text($0.text) } ?? .null, .integer(Int64(count)), .integer(checksum))
  }

  /// Nobody counts to more.
  var isPossible: Bool { (0..<1 << 53).contains(count) && (last == nil || count > 0) }

  private var checksum: Int64 {
    var checksum = Checksum()
    if let last { checksum.add(part: last.text.utf8) }
    checksum.add(UInt64(bitPattern: Int64(count)))
    return Int64(bitPattern: checksum.value)
  }
}
