// Stores of cached copies as database tables.

public import CachedResource
public import Database
public import Essentials
public import Store

extension Database {
  /// Returns a store of cached copies: a table with a row for each, which holds a record as JSON.
  ///
  /// Its errors are `DatabaseError`.
  /// - Parameters:
  ///   - name: The name of the table, unique in the database.
  ///   - versions: The versions of the record that can be read; the last one is written. A higher last version removes
  ///     all validators, so that everything is requested again. Tables from before the first version are deleted.
  ///   - key: Converts a key to text.
  public func copies<Key: Hashable & Sendable, Record: Codable & Sendable>(
    named name: String, versions: ClosedRange<Int>, key: @escaping @Sendable (Key) -> String
  ) -> Store<Key, CachedCopy<Record>> {
    copies(
      named: name, versions: versions, key: key, encode: { try JSONEncoder().encode($0) },
      decode: { try JSONDecoder().decode(Record.self, from: $0) })
  }

  /// Returns a store of cached copies: a table with a row for each, which holds its bytes, date and validator. A row
  /// that does not match its checksum counts as missing, so that damaged data is neither shown nor confirmed, but
  /// requested again.
  ///
  /// Its errors are `DatabaseError`.
  /// - Parameters:
  ///   - name: The name of the table, unique in the database.
  ///   - versions: The versions of the bytes that can be read; the last one is written. A higher last version removes
  ///     all validators, so that everything is requested again. Tables from before the first version are deleted.
  ///   - key: Converts a key to text.
  ///   - encode: Returns the bytes of a value.
  ///   - decode: Returns the value of bytes; if it throws, the copy counts as missing.
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
    // Noting a use is not a reason to switch from the disk to a database in memory.
    var disk = self
    disk.fallback = nil
    let noted = disk.using(schema)
    let lastUseDates = LastUseDates(table: name)
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
      })
    store.remove = { original in try await database.write { try lastUseDates.remove($0, [key(original)]) } }
    store.removeAll = { try await database.write { try lastUseDates.removeAll($0) } }
    store.usage = {
      try await database.read { connection in
        try connection.rows("SELECT count(*), sum(length(record)) FROM \(name)") { row in
          StoreUsage(count: Int(clamping: row.integer(0)), bytes: Int(clamping: row.integer(1)))
        }.first ?? StoreUsage()
      }
    }
    store.noteSeen = { original, date in
      let text = key(original)
      guard try await noted.read({ try lastUseDates.needsSaving($0, text, date) }) else { return }
      try await noted.write { try lastUseDates.note($0, text, date) }
    }
    store.oldest = { count, sparing in
      try await database.write { try lastUseDates.prepare($0) }
      let spared = Set(sparing.map(key))
      return try await database.read { try lastUseDates.oldest($0, count, sparing: spared) }
    }
    store.removeOldest = { values in try await database.write { try lastUseDates.remove($0, values.map(\.name)) } }
    return store
  }
}
