// Positions in a database.

public import Database
import FlagsStore
public import PositionsStore

extension PositionsStore {
  /// Returns a store in a database, with a row for each position.
  /// - Parameters:
  ///   - database: The database.
  ///   - limit: The number of positions; those that have not changed for the longest time are deleted.
  public static func live(database: Database, limit: Int = 10_000) -> Self {
    let database = database.using(
      Schema(
        state: "places",
        create: [
          """
          CREATE TABLE places (kind TEXT NOT NULL, id TEXT NOT NULL, place TEXT NOT NULL, \
          revision INTEGER NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID
          """, revisions,
        ],
        migrations: [
          SchemaMigration(["ALTER TABLE places ADD COLUMN revision INTEGER NOT NULL DEFAULT 0", revisions])
        ]))
    return Self(
      positions: { keys in
        try await database.read { connection in
          var positions: [PositionKey: String] = [:]
          for key in keys {
            let found = try connection.rows(
              "SELECT place FROM places WHERE kind = ? AND id = ?", .text(key.kind.text), .text(key.id)
            ) { $0.text(0) }
            if let position = found.first ?? nil { positions[key] = position }
          }
          return positions
        }
      },
      save: { positions in
        try await database.write { connection in
          for (key, position) in positions {
            try connection.run(
              """
              INSERT OR REPLACE INTO places (kind, id, place, revision) \
              VALUES (?, ?, ?, (SELECT ifnull(max(revision), 0) + 1 FROM places))
              """, .text(key.kind.text), .text(key.id), .text(position))
          }
          try connection.run(
            """
            DELETE FROM places WHERE revision <= \
            (SELECT revision FROM places ORDER BY revision DESC LIMIT 1 OFFSET ?)
            """, .integer(Int64(limit)))
        }
      })
  }
}

private let revisions = "CREATE INDEX places_revisions ON places (revision)"
