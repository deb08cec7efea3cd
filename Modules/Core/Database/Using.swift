import Essentials

extension Database {
  /// The same database for one store: in every read and every change, the store's tables have the shape of its schema.
  ///
  /// - A read changes nothing for that: where the tables are missing, or of a version that nothing leads on from, a
  ///   statement that names one of them answers with no row. So there is something to read, if nothing is in it, where
  ///   nothing can be written.
  /// - A change makes missing tables first, and takes older ones to this version, all in one.
  /// - Where a newer version of the program has left its mark, reads and changes throw `DatabaseError.newer`, and the
  ///   tables stay as they are.
  /// - Its changes are those of these tables, not of other stores'.
  public func using(_ schema: Schema) -> Self {
    var database = self
    database.reading = { work in
      while try await !read({ try schema.read($0, work) }) {
        try await writing { try schema.prepare($0) }
      }
    }
    database.writing = { work in
      try await writing { connection in
        connection.claim(schema.name)
        try schema.prepare(connection)
        try work(connection)
      }
    }
    database.changes = { storeChanges(schema.name) }
    return database
  }
}

extension Schema {
  /// Does the work with tables of this version, or answers false: they have to be brought on first.
  fileprivate func read(_ connection: Connection, _ work: (Connection) throws -> Void) throws -> Bool {
    switch try state(connection) {
    case .current: try work(connection)
    case .older(.some): return false
    // Temporary tables in their place would make SQLite forget every statement it has prepared, at every read.
    case .older(nil), .missing:
      try work(
        Connection { sql, values, row in
          if strstr(sql, name) == nil { try connection.run(sql, values, row) }
        })
    }
    return true
  }

  /// Makes the tables, or brings them on.
  fileprivate func prepare(_ connection: Connection) throws {
    switch try state(connection) {
    case .current: return
    case .older(let steps?): for sql in steps { try connection.run(sql) }
    case .older(nil), .missing:
      for table in try connection.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND (name = ?1 OR substr(name, 1, length(?1) + 1) = ?1 || '_')",
        .text(name), row: { $0.text(0) ?? "" })
      { try connection.run("DROP TABLE \"\(table.replacing("\"", with: "\"\""))\"") }
      for sql in create { try connection.run(sql) }
    }
    try connection.run("CREATE TABLE IF NOT EXISTS schemas (name TEXT PRIMARY KEY, version INTEGER NOT NULL)")
    try connection.run(
      "INSERT OR REPLACE INTO schemas (name, version) VALUES (?, ?)", .text(name), .integer(Int64(version)))
  }

  private enum State {
    case current, missing
    /// The statements that lead to this version; nil where they do not.
    case older([String]?)
  }

  private func state(_ connection: Connection) throws -> State {
    var isThere = false
    try connection.run("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schemas'", []) { _ in
      isThere = true
    }
    guard isThere else { return .missing }
    let versions = try connection.rows("SELECT version FROM schemas WHERE name = ?", .text(name)) { $0.integer(0) }
    guard let found = versions.first else { return .missing }
    if found == version { return .current }
    if found > version { throw DatabaseError.newer(file: try connection.file) }
    // Nobody counts from there: the number is not the one that was written.
    if found < 1 { throw DatabaseError.damaged(file: try connection.file) }
    let steps = (Int(found)..<version).map { migrations[$0] }
    return .older(steps.contains(nil) ? nil : steps.flatMap { $0 ?? [] })
  }
}
