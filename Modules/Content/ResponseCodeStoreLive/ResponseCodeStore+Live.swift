// The response code in a database.

import ContentDomain
public import Database
import Essentials
public import ResponseCodeStore

extension ResponseCodeStore {
  /// Returns a store in a table of one row. An unreadable row is an error, because codes cannot be fetched again.
  public static func live(database: Database) -> Self {
    let database = database.using(
      Schema(
        state: "codes",
        create: [
          "CREATE TABLE codes (id INTEGER PRIMARY KEY CHECK (id = 1), last TEXT, count INTEGER NOT NULL, "
            + "checksum INTEGER NOT NULL)"
        ], migrations: []))
    return Self(
      codes: { try await database.read(FetchedCodes.init(in:)) ?? FetchedCodes() },
      add: { code in
        try await database.write { connection in
          let before = try FetchedCodes(in: connection) ?? FetchedCodes()
          let codes = FetchedCodes(last: code, count: before.count + 1)
          try codes.save(in: connection)
          return codes
        }
      },
      prepare: { try await database.write { _ in } })
  }
}

extension FetchedCodes {
  /// Reads the saved codes; nil if there are none.
  ///
  /// - Throws: `DatabaseError.damaged` if the row does not match its checksum.
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

  /// Saves the codes, and replaces the row that is there.
  func save(in connection: Connection) throws {
    try connection.run(
      "INSERT OR REPLACE INTO codes (id, last, count, checksum) VALUES (1, ?, ?, ?)",
      last.map { .text($0.text) } ?? .null, .integer(Int64(count)), .integer(checksum))
  }

  /// Whether the values are plausible: a count below 2^53, and no code without a count.
  var isPossible: Bool { (0..<1 << 53).contains(count) && (last == nil || count > 0) }

  private var checksum: Int64 {
    var checksum = Checksum()
    if let last { checksum.add(part: last.text.utf8) }
    checksum.add(UInt64(bitPattern: Int64(count)))
    return checksum.stored
  }
}
