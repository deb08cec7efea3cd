public import Database
import ItemKind
public import ReadMarksStore

extension ReadMarksStore {
  /// A table, a row for each item that was read.
  public static func live(database: Database) -> Self {
    let database = database.using(
      Schema(
        state: "read_marks",
        create: [
          """
          CREATE TABLE read_marks (kind TEXT NOT NULL, id TEXT NOT NULL, batch INTEGER NOT NULL, \
          PRIMARY KEY (kind, id)) WITHOUT ROWID
          """,
          "CREATE INDEX read_marks_batches ON read_marks (batch)",
        ], migrations: []))
    return Self(
      add: { kind, ids, batch in
        // What is marked already is not written again, and tells nobody of a change.
        let marked = try await database.read { try $0.marked(kind, ids) }
        let new = ids.filter { !marked.contains($0) }
        guard !new.isEmpty else { return 0 }
        return try await database.write { connection in
          try connection.changed {
            for id in new {
              try connection.run(
                "INSERT OR IGNORE INTO read_marks (kind, id, batch) VALUES (?, ?, ?)", .text(kind.text), .text(id),
                .integer(batch.number))
            }
          }
        }
      },
      remove: { kind, ids in
        guard try await !database.read({ try $0.marked(kind, ids) }).isEmpty else { return [:] }
        return try await database.write { connection in
          var removed: [String: ReadMarksBatch] = [:]
          for id in ids {
            let batches = try connection.rows(
              "SELECT batch FROM read_marks WHERE kind = ? AND id = ?", .text(kind.text), .text(id)
            ) { ReadMarksBatch($0.integer(0)) }
            guard let batch = batches.first else { continue }
            removed[id] = batch
            try connection.run("DELETE FROM read_marks WHERE kind = ? AND id = ?", .text(kind.text), .text(id))
          }
          return removed
        }
      },
      takeBack: { batch in
        try await database.write { connection in
          try connection.changed {
            try connection.run("DELETE FROM read_marks WHERE batch = ?", .integer(batch.number))
          }
        }
      },
      marked: { kind, ids in try await database.read { try $0.marked(kind, ids) } },
      ids: { kind, last, limit in
        try await database.read { connection in
          try connection.rows(
            "SELECT id FROM read_marks WHERE kind = ?1 AND (?2 IS NULL OR id > ?2) ORDER BY id LIMIT ?3",
            .text(kind.text), last.map { .text($0) } ?? .null, .integer(Int64(max(0, limit)))
          ) { $0.text(0) ?? "" }
        }
      },
      changes: database.changes)
  }
}

extension Connection {
  fileprivate func marked(_ kind: ItemKind, _ ids: [String]) throws -> Set<String> {
    try texts(among: ids, "SELECT id FROM read_marks WHERE kind = ? AND id", .text(kind.text))
  }

  /// How many rows some work changes.
  fileprivate func changed(by work: () throws -> Void) throws -> Int {
    func total() throws -> Int { try rows("SELECT total_changes()") { Int($0.integer(0)) }.first ?? 0 }
    let before = try total()
    try work()
    return try total() - before
  }
}
