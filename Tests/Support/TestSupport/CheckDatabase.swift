public import Database
import Dispatch
import Observed
public import Testing

/// Checks that a database behaves as one: what every live one owes its users.
/// - `make`: makes an empty one, each time another.
public func checkDatabase(
  _ make: @Sendable () -> Database, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  try await checkValues(make(), sourceLocation)
  try await checkFailures(make(), sourceLocation)
  try await checkCancellation(make(), sourceLocation)
  try await checkChanges(make, sourceLocation)
}

private struct Refused: Error {}

private func checkValues(_ database: Database, _ sourceLocation: SourceLocation) async throws {
  let values: [DatabaseValue] = [
    .null, .integer(.min), .integer(.max), .real(-0.5), .text(""), .text("a\u{0}b é 😀"), .blob([]), .blob([0, 255]),
  ]
  try await database.write { connection in
    try connection.run("CREATE TABLE t (place INTEGER PRIMARY KEY, value)")
    for value in values { try connection.run("INSERT INTO t (value) VALUES (?)", value) }
  }
  let kept = try await database.read { connection in
    try connection.rows("SELECT typeof(value), value FROM t ORDER BY place") { row -> DatabaseValue in
      switch row.text(0) {
      case "integer": .integer(row.integer(1))
      case "real": .real(row.real(1))
      case "text": .text(row.text(1) ?? "none")
      case "blob": .blob(row.blob(1) ?? [7])
      default: row.isNull(1) && row.text(1) == nil && row.blob(1) == nil ? .null : .text("not NULL")
      }
    }
  }
  #expect(kept == values, "what is written is read", sourceLocation: sourceLocation)
  let bytes = try await database.read { connection in
    try connection.rows("SELECT value FROM t WHERE typeof(value) <> 'blob'") { row in
      var bytes: [UInt8] = []
      row.utf8(0) { text in for index in text.indices { bytes.append(text[index]) } }
      return bytes == Array((row.text(0) ?? "").utf8)
    }
  }
  #expect(bytes == bytes.map { _ in true }, "the bytes of a text are its own", sourceLocation: sourceLocation)

  let pairs = try await database.read { connection in
    try connection.rows("SELECT place FROM t WHERE place < 4") { outer in
      let place = outer.integer(0)
      return try connection.rows("SELECT place FROM t WHERE place < 4") { $0.integer(0) }.map { [place, $0] }
    }
  }
  #expect(
    pairs == (1...3).map { outer in (1...3).map { [outer, $0] } }, "a statement may run within itself",
    sourceLocation: sourceLocation)

  let more: [[DatabaseValue]] = [[.integer(20), .text("x")], [.integer(21), .null], [.integer(22), .blob([1])]]
  try await database.write { connection in
    for rows in [more, [], [[.integer(23), .real(1)]]] {
      try connection.runEach("INSERT INTO t (place, value) VALUES (?, ?)", rows)
    }
  }
  let types = try await database.read {
    try $0.rows("SELECT typeof(value) FROM t WHERE place >= 20 ORDER BY place") { $0.text(0) }
  }
  #expect(types == ["text", "null", "blob", "real"], "each list of values is a row", sourceLocation: sourceLocation)
  try await database.write { try $0.runEach("DELETE FROM t WHERE place = ?", (20...23).map { [.integer($0)] }) }

  for sql in ["DELETE FROM t", "CREATE TABLE u (value)", "CREATE TEMP TABLE t AS SELECT 1 AS value WHERE 0"] {
    await #expect(throws: DatabaseError.self, "a read changes nothing: \(sql)", sourceLocation: sourceLocation) {
      try await database.read { try $0.run(sql) }
    }
  }
  let count = try await database.read { try $0.rows("SELECT count(*) FROM t") { $0.integer(0) } }
  #expect(count == [Int64(values.count)], "a read changes nothing", sourceLocation: sourceLocation)
}

private func checkFailures(_ database: Database, _ sourceLocation: SourceLocation) async throws {
  try await database.write { try $0.run("CREATE TABLE t (value UNIQUE)") }
  await #expect(throws: Refused.self, "the work's error comes out", sourceLocation: sourceLocation) {
    try await database.write { connection in
      try connection.run("INSERT INTO t VALUES (1)")
      throw Refused()
    }
  }
  let statements = [
    "", "nonsense", "SELECT 1; SELECT 2", "SELECT ?", "SELECT x FROM t", "INSERT INTO t VALUES (2), (2)",
  ]
  for statement in statements {
    await #expect("\(statement)", sourceLocation: sourceLocation) {
      try await database.write { connection in
        try connection.run("INSERT INTO t VALUES (3)")
        try connection.run(statement)
      }
    } throws: { if case DatabaseError.failed = $0 { true } else { false } }
  }
  for rows in [[[.integer(5)], [.integer(6)], [.integer(5)]], [[.integer(5)], []]] as [[[DatabaseValue]]] {
    await #expect("one of many fails", sourceLocation: sourceLocation) {
      try await database.write { try $0.runEach("INSERT INTO t VALUES (?)", rows) }
    } throws: { if case DatabaseError.failed = $0 { true } else { false } }
  }
  await #expect("a read changes nothing, nor with many values", sourceLocation: sourceLocation) {
    try await database.read { try $0.runEach("INSERT INTO t VALUES (?)", [[.integer(4)]]) }
  } throws: { if case DatabaseError.failed = $0 { true } else { false } }
  await #expect("a read changes nothing", sourceLocation: sourceLocation) {
    try await database.read { try $0.run("INSERT INTO t VALUES (4)") }
  } throws: { if case DatabaseError.failed = $0 { true } else { false } }
  let kept = try await database.read { try $0.rows("SELECT value FROM t") { $0.integer(0) } }
  #expect(kept == [], "of a change that fails nothing is kept", sourceLocation: sourceLocation)
}

private func checkCancellation(_ database: Database, _ sourceLocation: SourceLocation) async throws {
  // One row, and then work without end, which begins when the task is cancelled: no test has to share its machine with it.
  let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n WHERE x < 2"
  let works: [(String, @Sendable (@escaping @Sendable (Connection) throws -> Void) async throws -> Void)] = [
    ("read", database.reading), ("change", database.writing),
  ]
  for (name, transaction) in works {
    let (started, starts) = AsyncStream.makeStream(of: Void.self)
    let isCancelled = DispatchSemaphore(value: 0)
    let task = Task {
      try await transaction { connection in
        try connection.run(endless, []) { _ in
          starts.yield()
          isCancelled.wait()
        }
      }
    }
    for await _ in started.prefix(1) { task.cancel() }
    isCancelled.signal()
    await #expect(throws: CancellationError.self, "a \(name) is interrupted", sourceLocation: sourceLocation) {
      try await task.value
    }
    let calls = Calls<Int>()
    await #expect(throws: CancellationError.self, "a cancelled \(name)", sourceLocation: sourceLocation) {
      try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await transaction { _ in calls.record(1) }
      }.value
    }
    #expect(calls.all == [], "a cancelled \(name) does not begin", sourceLocation: sourceLocation)
    try await transaction { try $0.run("SELECT 1") }
  }
  let (ending, ends) = AsyncStream.makeStream(of: Void.self)
  let isCancelled = DispatchSemaphore(value: 0)
  let late = Task {
    try await database.writing { connection in
      try connection.run("CREATE TABLE late (x)")
      ends.yield()
      isCancelled.wait()
    }
  }
  for await _ in ending.prefix(1) { late.cancel() }
  isCancelled.signal()
  await #expect(throws: CancellationError.self, "cancelled at its end", sourceLocation: sourceLocation) {
    try await late.value
  }
  let tables = try await database.read {
    try $0.rows("SELECT name FROM sqlite_master WHERE name = 'late'") { $0.text(0) }
  }
  #expect(tables == [], "of a cancelled change nothing is kept", sourceLocation: sourceLocation)
}

private func checkChanges(_ make: () -> Database, _ sourceLocation: SourceLocation) async throws {
  let database = make()
  try await database.write { try $0.run("CREATE TABLE t (value)") }
  let told = Calls<Void>()
  let stop = database.changes.watch { told.record(()) }
  try await database.write { try $0.run("INSERT INTO t VALUES (1)") }
  #expect(told.all.count == 1, "a change is told", sourceLocation: sourceLocation)
  _ = try await database.read { try $0.rows("SELECT value FROM t") { $0.integer(0) } }
  try await database.write { try $0.run("DELETE FROM t WHERE value = 2") }
  _ = try? await database.write { connection in
    try connection.run("INSERT INTO t VALUES (1)")
    throw Refused()
  }
  #expect(
    told.all.count == 1, "neither a read is, nor what failed, nor what found nothing to change",
    sourceLocation: sourceLocation)
  stop()
}
