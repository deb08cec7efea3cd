import Synchronization

extension Connection {
  /// Runs one statement whose rows do not matter.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public func run(_ sql: String, _ values: DatabaseValue...) throws { try run(sql, values) { _ in } }

  /// Where it is kept, for errors that name it; empty for what is kept in memory.
  public var file: String {
    get throws { try rows("PRAGMA database_list") { $0.text(2) }.compactMap { $0 }.first ?? "" }
  }

  /// The rows that a statement answers with, each as `row` reads it.
  /// - Throws: `DatabaseError`, `CancellationError`, or what `row` throws.
  public func rows<Value>(
    _ sql: String, _ values: DatabaseValue..., row: (Row) throws -> Value
  ) throws -> [Value] {
    var rows: [Value] = []
    try run(sql, values) { rows.append(try row($0)) }
    return rows
  }

  /// The rows that a statement answers with, whatever the number of texts to choose from is.
  /// - Parameters:
  ///   - texts: what a column is to be among.
  ///   - sql: the statement up to them: "SELECT id FROM marks WHERE kind = ? AND id".
  ///   - values: what stands for its question marks.
  /// - Throws: `DatabaseError`, `CancellationError`, or what `row` throws.
  public func rows<Value>(
    among texts: [String], _ sql: String, _ values: DatabaseValue..., row: (Row) throws -> Value
  ) throws -> [Value] {
    // SQLite takes a limited number of values with one statement, and makes each statement ready only once: two lengths
    // are enough, the rest of which is NULL, which is like no text.
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
  /// How many bytes of it hold something; the file may be larger.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public func usedBytes() async throws -> Int {
    try await read { connection in
      func number(_ pragma: String) throws -> Int64 { try connection.rows(pragma) { $0.integer(0) }.first ?? 0 }
      let pages = try number("PRAGMA page_count") - number("PRAGMA freelist_count")
      return Int(clamping: try pages * number("PRAGMA page_size"))
    }
  }

  /// What `work` reads, at one moment.
  /// - Throws: `DatabaseError`, `CancellationError`, or what `work` throws.
  public func read<Value: Sendable>(_ work: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
    try await result(of: work, in: reading)
  }

  /// Returns what `work` reads, at one moment, on a connection of its own.
  /// - Throws: `DatabaseError`, `CancellationError`, or what `work` throws.
  public func scan<Value: Sendable>(_ work: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
    try await result(of: work, in: scanning)
  }

  /// What `work` returns once its change is kept.
  /// - Throws: `DatabaseError`, `CancellationError`, or what `work` throws; nothing is changed then.
  @discardableResult
  public func write<Value: Sendable>(_ work: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
    try await result(of: work, in: writing)
  }
}

private func result<Value: Sendable>(
  of work: @escaping @Sendable (Connection) throws -> Value,
  in transaction: @Sendable (_ work: @escaping @Sendable (Connection) throws -> Void) async throws -> Void
) async throws -> Value {
  let box = Box<Value>()
  try await transaction { connection in
    let value = try work(connection)
    box.value.withLock { $0 = value }
  }
  guard let value = box.value.withLock({ $0 }) else { throw DatabaseError.failed("the work was not run") }
  return value
}

/// A mutex cannot be captured by a closure; a reference to one can.
private final class Box<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
