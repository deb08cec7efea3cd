// Flags in a database.

public import Database
import Essentials
public import FlagsStore
import Observed

extension FlagsStore {
  /// Returns a store in a database, with a row for each item that has or had flags.
  public static func live(database: Database) -> Self {
    let database = database.using(.flags)
    // Once is enough, and a check reads every row.
    let isChecked = Observed(false)
    @Sendable func check(_ connection: Connection) throws {
      if isChecked.value { return }
      try connection.checkFlags()
      isChecked.replace(with: true)
    }
    return Self(
      flags: { kind, ids in try await database.read { try $0.flags(kind, ids) } },
      addRead: { kind, ids, batch in
        // Opening an item that was read already must not wait for another process's transaction.
        if ids.count == 1, try await database.read({ try $0.isReadSinceArrival(kind, ids[0]) }) { return 0 }
        return try await database.write { try $0.addRead(kind, ids, batch) }
      },
      removeRead: { kind, ids in
        let mayBeRead = try await database.read { connection in
          try !connection.sweeps(kind).isEmpty || connection.flags(kind, ids).values.contains(where: \.isRead)
        }
        guard mayBeRead else { return [:] }
        return try await database.write { try $0.removeRead(kind, ids) }
      },
      sweep: { kind, arrival, spared, batch in
        try await database.write { try $0.sweep(kind, arrival, sparing: spared, batch) }
      },
      unwrittenSweeps: { kind in try await database.read { try $0.sweeps(kind).filter { $0.written != nil } } },
      addSwept: { kind, sweep, ids in try await database.write { try $0.addSwept(kind, sweep, ids) } },
      undoRead: { batch, items in try await database.write { try $0.undoRead(batch, items) } },
      addBookmark: { bookmark in
        try await database.write { connection in
          try check(connection)
          guard try connection.bookmark(bookmark.kind, bookmark.id) == nil else { return false }
          try connection.add(bookmark)
          return true
        }
      },
      removeBookmark: { kind, id in
        try await database.write { connection in
          try check(connection)
          guard let bookmark = try connection.bookmark(kind, id) else { return nil }
          try connection.run(
            "UPDATE item_flags SET bookmarked = NULL, revision = \(nextRevision) WHERE kind = ?1 AND id = ?2",
            .text(kind.text), .text(id))
          return bookmark
        }
      },
      bookmarks: { kind in
        try await database.read { connection in
          try check(connection)
          return try connection.bookmarks(kind)
        }
      },
      removeAll: { kind in
        let isEmpty = try await database.read { connection in
          try connection.rows(
            """
            SELECT 1 FROM item_flags WHERE kind = ?1 UNION ALL SELECT 1 FROM item_flags_sweeps WHERE kind = ?1 LIMIT 1
            """, .text(kind.text)
          ) { _ in }.isEmpty
        }
        guard !isEmpty else { return }
        try await database.write { connection in
          for table in ["", "_sweeps", "_swept"] {
            try connection.run("DELETE FROM item_flags\(table) WHERE kind = ?", .text(kind.text))
          }
          try connection.beginEpoch()
        }
      },
      version: { kind in try await database.read { try $0.version(kind) } },
      changed: { kind, since, limit in try await database.read { try $0.changed(kind, since, limit) } },
      changes: database.changes)
  }
}
