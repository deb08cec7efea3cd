import CSQLite
import Database
import Essentials

/// A prepared statement.
final class Statement {
  let pointer: OpaquePointer
  /// Its columns, created at the first row, because most changes return none.
  var columns: Row?
  /// Whether it stays prepared for the next use.
  var isCached = false
  /// Whether it is in use. Another statement with the same text can run meanwhile.
  var isRunning = false

  init(_ pointer: OpaquePointer) { self.pointer = pointer }
}

extension Handle {
  func run(
    _ sql: String, _ values: [DatabaseValue], onlyReading: Bool = false, _ row: (Row) throws -> Void
  ) throws {
    try use(sql, onlyReading: onlyReading) { statement in
      try bind(values, to: statement.pointer)
      try step(statement, row)
    }
  }

  /// Runs a statement with each list of values.
  func run(_ sql: String, each rows: [[DatabaseValue]], onlyReading: Bool) throws {
    guard !rows.isEmpty else { return }
    try use(sql, onlyReading: onlyReading) { statement in
      for values in rows {
        if isCancelled { throw CancellationError() }
        try bind(values, to: statement.pointer)
        try step(statement) { _ in }
        _ = library.pointee.reset(statement.pointer)
      }
    }
  }

  private func use(_ sql: String, onlyReading: Bool, _ work: (Statement) throws -> Void) throws {
    if isCancelled { throw CancellationError() }
    let statement = try prepared(sql)
    statement.isRunning = true
    defer { end(statement) }
    if onlyReading, library.pointee.stmt_readonly(statement.pointer) == 0 {
      throw DatabaseError.failed("a read cannot change anything: \(sql)")
    }
    try work(statement)
  }

  /// Runs a statement to its end, and calls `row` for each row.
  private func step(_ statement: Statement, _ row: (Row) throws -> Void) throws {
    errno = 0
    while true {
      switch library.pointee.step(statement.pointer) {
      case SQLITE_ROW:
        let columns = statement.columns ?? columns(of: statement.pointer)
        statement.columns = columns
        try row(columns)
      case SQLITE_DONE: return
      default: throw failure
      }
    }
  }

  private func prepared(_ sql: String) throws -> Statement {
    let cached = statements[sql]
    if let cached, !cached.isRunning { return cached }
    let new = Statement(try prepare(sql))
    new.isCached = cached == nil
    if new.isCached {
      if statements.count >= Self.limit { forgetUnused() }
      statements[sql] = new
    }
    return new
  }

  /// The number of statements that stay prepared.
  private static let limit = 100

  private func forgetUnused() {
    for (sql, statement) in statements where !statement.isRunning {
      _ = library.pointee.finalize(statement.pointer)
      statements[sql] = nil
    }
  }

  private func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    var sqlText = sql
    errno = 0
    let (code, isOne) = sqlText.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) { text in
        var rest: UnsafePointer<CChar>?
        let code = library.pointee.prepare_v3(
          database, text.baseAddress, Int32(clamping: text.count), SQLITE_PREPARE_PERSISTENT, &statement, &rest)
        return (code, rest == text.baseAddress.map { $0 + text.count })
      }
    }
    guard code == SQLITE_OK else { throw failure }
    guard let statement, isOne else {
      _ = library.pointee.finalize(statement)
      throw DatabaseError.failed("not one statement: \(sql)")
    }
    return statement
  }

  private func end(_ statement: Statement) {
    statement.isRunning = false
    guard statement.isCached else {
      _ = library.pointee.finalize(statement.pointer)
      return
    }
    _ = library.pointee.reset(statement.pointer)
    _ = library.pointee.clear_bindings(statement.pointer)
  }
}
