import ContentDomain
public import Database
import Essentials
public import ResponseCodeStore

extension ResponseCodeStore {
  /// One row. What cannot be read is a failure: it cannot be had again.
  /// - `old`: what earlier versions of the program have kept in files; it counts until something is added.
  public static func live(
    database: Database, old: @escaping @Sendable () throws -> OldFiles = { OldFiles() }
  ) -> Self {
    let database = database.using(
      Schema(
        name: "codes", version: 1,
        create: [
          "CREATE TABLE codes (id INTEGER PRIMARY KEY CHECK (id = 1), last TEXT, count INTEGER NOT NULL, "
            + "checksum INTEGER NOT NULL)"
        ]))
    return Self(
      codes: { try await database.read(FetchedCodes.init(in:)) ?? old().codes() },
      add: { code in
        // Read before the change begins: it is no work for a time in which others wait.
        let kept = try await database.read(FetchedCodes.init(in:))
        let before = try kept ?? old().codes()
        return try await database.write { connection in
          let codes = FetchedCodes(last: code, count: try (FetchedCodes(in: connection) ?? before).count + 1)
          try codes.keep(in: connection)
          return codes
        }
      },
      prepare: { try await database.write { _ in } })
  }
}
