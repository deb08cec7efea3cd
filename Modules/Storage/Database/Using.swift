extension Database {
  /// Returns the same database for one store. In every read and every change, its tables have the shape of the schema.
  ///
  /// - A read does not create tables. If they are missing, or older without a migration, a statement that names one of
  ///   them returns no rows. So an empty store can be read where nothing can be written.
  /// - A change first creates missing tables, or migrates or replaces older ones, in the same transaction. A read does
  ///   the latter too if it finds older tables.
  /// - If a newer version of the program has written the tables, reads and changes throw `DatabaseError.newer`, and the
  ///   tables stay unchanged.
  /// - If the definitions of the tables differ, or their version was never written by the program, reads and changes
  ///   throw `DatabaseError.damaged`. The same goes for tables of state without a version; tables of a cache are
  ///   created again.
  /// - Its change signal is that of this store.
  /// - With a `fallback`, tables of a cache move to memory when a change fails.
  public func using(_ schema: Schema) -> Self {
    let whole = (schema.isCache ? fallback : nil)?.database(for: schema, on: self) ?? self
    var database = whole
    let tables = StoreTables(schema: schema)
    database.reading = { work in
      while try await !whole.read({ try tables.read($0, work) }) {
        try await whole.writing { try tables.prepare($0) }
      }
    }
    database.scanning = { work in
      while try await !whole.scan({ try tables.read($0, work) }) {
        try await whole.writing { try tables.prepare($0) }
      }
    }
    database.writing = { work in
      try await whole.writing { connection in
        connection.claim(schema.name)
        try tables.prepare(connection)
        try tables.checking(connection) { try work(connection) }
      }
    }
    database.changes = whole.storeChanges(schema.name)
    return database
  }
}
