// Stores of cached copies as database tables.

public import CachedResource
public import Database
public import Essentials
public import Store

extension Database {
  /// A store of what a server answered, each answer a row of a table of its own: a record as JSON.
  ///
  /// Its errors are `DatabaseError`.
  /// - `name`: the table's; it names the store among all of the database.
  /// - `versions`: those of the record that are read; the last is written. Where that is raised, all is asked for anew
  ///   without validators; what was saved before the first is dropped.
  /// - `key`: the text that a row is found by.
  public func copies<Key: Hashable & Sendable, Record: Codable & Sendable>(
    of record: Record.Type = Record.self, named name: String, versions: ClosedRange<Int>,
    key: @escaping @Sendable (Key) -> String
  ) -> Store<Key, CachedCopy<Record>> {
    copies(
      named: name, versions: versions, key: key, encode: { try JSONEncoder().encode($0) },
      decode: { try JSONDecoder().decode(Record.self, from: $0) })
  }

  /// A store of what a server answered, each answer a row of a table of its own: its bytes, when it came, and the
  /// server's mark of it. A row whose checksum, which is over all of it, is not what it was, is as good as none: so what
  /// was damaged is neither shown nor confirmed by its mark, but asked for anew.
  ///
  /// Its errors are `DatabaseError`.
  /// - Parameters:
  ///   - name: the table's; it names the store among all of the database.
  ///   - versions: those of the bytes that are read; the last is written. Where that is raised, all is asked for anew
  ///     without validators; what was saved before the first is dropped.
  ///   - key: the text that a row is found by.
  ///   - encode: the bytes of a value.
  ///   - decode: the value of bytes; what fails is as good as none.
  public func copies<Key: Hashable & Sendable, Value: Sendable>(
    named name: String, versions: ClosedRange<Int>, key: @escaping @Sendable (Key) -> String,
    encode: @escaping @Sendable (Value) throws -> Data, decode: @escaping @Sendable (Data) throws -> Value
  ) -> Store<Key, CachedCopy<Value>> {
    let schema =
      Schema(
        cache: name, version: versions.upperBound,
        create: [
          "CREATE TABLE \(name) (key TEXT PRIMARY KEY, record BLOB NOT NULL, fetched REAL NOT NULL, validator TEXT, "
            + "checksum INTEGER NOT NULL)"
        ],
        migrations: Dictionary(
          uniqueKeysWithValues: versions.dropLast().map { version in
            (version, SchemaMigration { try StoredRow.forgetValidators($0, in: name) })
          }))
    let database = using(schema)
    // Looks are not worth leaving a disk for.
    var disk = self
    disk.fallback = nil
    let noted = disk.using(schema)
    var store = Store<Key, CachedCopy<Value>>(
      value: { original in
        let text = key(original)
        return try await database.read { connection in
          try connection.rows(
            "SELECT record, fetched, validator, checksum FROM \(name) WHERE key = ?", .text(text),
            row: { StoredRow(key: text, $0)?.copy }
          ).compactMap { $0 }.first
        }.flatMap { copy in try? copy.map(decode) }
      },
      insert: { copy, original in
        let row = StoredRow(key: key(original), try copy.map(encode))
        try await database.write { connection in
          try connection.run("INSERT OR REPLACE INTO \(name) VALUES (?, ?, ?, ?, ?)", row.values) { _ in }
        }
      },
      remove: { original in
        let text = key(original)
        try await database.write { try $0.run("DELETE FROM \(name) WHERE key = ?", .text(text)) }
      },
      removeAll: { try await database.write { try $0.run("DELETE FROM \(name)") } },
      changes: database.changes,
      usage: {
        try await database.read { connection in
          try connection.rows("SELECT count(*), sum(length(record)) FROM \(name)") { row in
            StoreUsage(count: Int(clamping: row.integer(0)), bytes: Int(clamping: row.integer(1)))
          }.first ?? StoreUsage()
        }
      })
    let ages = Ages(table: name)
    store.noteSeen = { original, date in
      let text = key(original)
      guard try await noted.read({ try ages.isNews($0, text, date) }) else { return }
      try await noted.write { try ages.note($0, text, date) }
    }
    store.oldest = { count, sparing in
      try await database.write { try ages.prepare($0) }
      let spared = Set(sparing.map(key))
      return try await database.read { try ages.oldest($0, count, sparing: spared) }
    }
    store.removeOldest = { values in try await database.write { try ages.remove($0, values.map(\.name)) } }
    return store
  }
}
