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
          try codes.keep(in: connection)
          return codes
        }
      },
      prepare: { try await database.write { _ in } })
  }
}
