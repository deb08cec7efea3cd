extension Database {
  /// The same database for one store: in every read and every change, the store's tables have the shape of its schema.
  ///
  /// - A read changes nothing for that: where the tables are missing, or of a version that nothing leads on from, a
  ///   statement that names one of them answers with no row. So there is something to read, if nothing is in it, where
  ///   nothing can be written.
  /// - A change makes missing tables first, and takes older ones, and those that they replace, to this version, all in
  ///   one. Where such are found, a read does that, too.
  /// - Where a newer version of the program has left its mark, reads and changes throw `DatabaseError.newer`, and the
  ///   tables stay as they are.
  /// - Where the tables are not as they were made, or their version is none that was ever written, they throw
  ///   `DatabaseError.damaged`. So they do where tables of a state have lost their version; those of a cache are made anew.
  /// - Its changes are those of these tables, not of other stores'.
  /// - With a `fallback`, tables of a cache are in memory as soon as a change of theirs fails.
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
