public import Database
import ItemKind
public import PlacesStore

extension PlacesStore {
  /// A table, a row for each place.
  public static func live(database: Database) -> Self {
    let database = database.using(
      Schema(
        name: "places", version: 1,
        create: [
          """
          CREATE TABLE places (kind TEXT NOT NULL, id TEXT NOT NULL, place TEXT NOT NULL, PRIMARY KEY (kind, id)) \
          WITHOUT ROWID
          """
        ]))
    return Self(
      places: { keys in
        try await database.read { connection in
          var places: [PlaceKey: String] = [:]
          for key in keys {
            let found = try connection.rows(
              "SELECT place FROM places WHERE kind = ? AND id = ?", .text(key.kind.text), .text(key.id)
            ) { $0.text(0) }
            if let place = found.first ?? nil { places[key] = place }
          }
          return places
        }
      },
      save: { places in
        try await database.write { connection in
          for (key, place) in places {
            try connection.run(
              "INSERT OR REPLACE INTO places (kind, id, place) VALUES (?, ?, ?)", .text(key.kind.text), .text(key.id),
              .text(place))
          }
        }
      })
  }
}
