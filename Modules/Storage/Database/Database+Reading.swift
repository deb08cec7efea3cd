import Observed

extension Connection {
  /// Runs one statement and ignores its rows.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public func run(_ sql: String, _ values: DatabaseValue...) throws { try run(sql, values) { _ in } }

  /// The path of the database file, for errors that name it; empty for a database in memory.
  public var file: String {
    get throws { try rows("PRAGMA database_list") { $0.text(2) }.compactMap { $0 }.first ?? "" }
  }

  /// Checks every page, and that indexes match their tables. Takes as long as reading the file.
  /// - Throws: `DatabaseError.damaged`.
  public func checkIntegrity() throws {
    // `quick_check` does not compare indexes with their tables.
    guard try rows("PRAGMA integrity_check(1)", row: { $0.text(0) }) == ["ok"] else {
      throw DatabaseError.damaged(file: try file)
    }
  }

  /// Returns whether there is a table or an index with a name.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public func exists(_ name: String) throws -> Bool {
    try !rows("SELECT 1 FROM sqlite_master WHERE name = ?", .text(name)) { _ in }.isEmpty
  }

  /// Returns the rows of a statement, each as `row` reads it.
  /// - Throws: `DatabaseError`, `CancellationError`, or the errors of `row`.
  public func rows<Value>(
    _ sql: String, _ values: DatabaseValue..., row: (Row) throws -> Value
  ) throws -> [Value] {
    var rows: [Value] = []
    try run(sql, values) { rows.append(try row($0)) }
    return rows
  }

  /// Returns the rows of a statement whose last condition is that a column is one of some texts, however many there
  /// are.
  /// - Parameters:
  ///   - texts: The texts.
  ///   - sql: The statement up to the texts, for example "SELECT id FROM marks WHERE kind = ? AND id".
  ///   - values: The values for its question marks.
  ///   - row: Makes a value of a row.
  /// - Throws: `DatabaseError`, `CancellationError`, or the errors of `row`.
  public func rows<Value>(
    among texts: [String], _ sql: String, _ values: DatabaseValue..., row: (Row) throws -> Value
  ) throws -> [Value] {
    // SQLite limits the number of values of a statement, and each text of a statement is prepared once. So there are
    // only two lengths; the rest is filled with NULL, which equals no text.
    let size = texts.count <= 32 ? 32 : 500
    let marks = Array(repeating: "?", count: size).joined(separator: ", ")
    var found: [Value] = []
    for start in stride(from: 0, to: texts.count, by: size) {
      let some = texts[start..<min(start + size, texts.count)].map { DatabaseValue.text($0) }
      let rest = Array(repeating: DatabaseValue.null, count: size - some.count)
      try run("\(sql) IN (\(marks))", values + some + rest) { found.append(try row($0)) }
    }
    return found
  }
}

extension Database {
  /// Returns the number of bytes in use; the file may be larger.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public func usedBytes() async throws -> Int {
    try await read { connection in
      func number(_ pragma: String) throws -> Int64 { try connection.rows(pragma) { $0.integer(0) }.first ?? 0 }
      let pages = try number("PRAGMA page_count") - number("PRAGMA freelist_count")
      return Int(clamping: try pages * number("PRAGMA page_size"))
    }
  }

  /// Returns the result of reading the database at one moment.
  /// - Throws: `DatabaseError`, `CancellationError`, or the errors of `work`.
  public func read<Value: Sendable>(_ work: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
    try await result(of: work, in: reading)
  }

  /// Returns the result of reading the database at one moment, on the connection for long reads.
  /// - Throws: `DatabaseError`, `CancellationError`, or the errors of `work`.
  public func scan<Value: Sendable>(_ work: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
    try await result(of: work, in: scanning)
  }

  /// Returns the result of `work` once its change is saved.
  /// - Throws: `DatabaseError`, `CancellationError`, or the errors of `work`. The database is unchanged then.
  @discardableResult
  public func write<Value: Sendable>(_ work: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
    try await result(of: work, in: writing)
  }
}

private func result<Value: Sendable>(
  of work: @escaping @Sendable (Connection) throws -> Value,
  in transaction: @Sendable (_ work: @escaping @Sendable (Connection) throws -> Void) async throws -> Void
) async throws -> Value {
  let result = Observed<Value?>(nil)
  try await transaction { result.replace(with: try work($0)) }
  guard let value = result.value else { throw DatabaseError.failed("the work was not run") }
  return value
}
