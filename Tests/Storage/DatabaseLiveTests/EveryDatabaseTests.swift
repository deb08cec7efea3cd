import Database
import DatabaseLive
import Dispatch
import Observed
import TestSupport
import Testing

/// Reads and changes of all kinds of databases: in memory, in a file, and for one store.
@Suite(.timeLimit(.minutes(5)))
struct EveryDatabaseTests {
  enum Kind: Sendable {
    case memory
    case file(Database.Durability, Database.Damage)
    case using

    static let all: [Self] = [
      .memory, .using, .file(.normal, .keep), .file(.normal, .replace), .file(.full, .keep), .file(.full, .replace),
    ]
  }

  private struct Refused: Error {}

  private let temporary = TemporaryDatabase()

  private func database(_ kind: Kind) -> Database {
    switch kind {
    case .memory: .memory()
    case .file(let durability, let damage): .live(file: temporary.file, durability: durability, damage: damage)
    case .using: .memory().using(Schema(cache: "other", version: 1, create: []))
    }
  }

  @Test(arguments: Kind.all) func `values of every type are read as they were written`(kind: Kind) async throws {
    let sut = database(kind)
    let values: [DatabaseValue] = [
      .null, .integer(.min), .integer(.max), .real(-0.5), .text(""), .text("a\u{0}b é 😀"), .blob([]), .blob([0, 255]),
    ]
    try await sut.write { connection in
      try connection.run("CREATE TABLE t (place INTEGER PRIMARY KEY, value)")
      for value in values { try connection.run("INSERT INTO t (value) VALUES (?)", value) }
    }
    let saved = try await sut.read { connection in
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
    #expect(saved == values)
    let texts = try await sut.read { connection in
      try connection.rows("SELECT value FROM t WHERE typeof(value) <> 'blob' ORDER BY place") { row in
        var bytes: [UInt8] = []
        row.utf8(0) { text in for index in text.indices { bytes.append(text[index]) } }
        return (bytes: String(decoding: bytes, as: UTF8.self), text: row.text(0) ?? "")
      }
    }
    #expect(texts.map(\.bytes) == texts.map(\.text))
    #expect(texts.map(\.text) == ["", "\(Int64.min)", "\(Int64.max)", "-0.5", "", "a\u{0}b é 😀"])
  }

  @Test(arguments: Kind.all) func `a statement can run while its own rows are being read`(kind: Kind) async throws {
    let sut = database(kind)
    let numbers = "WITH n(x) AS (VALUES (1), (2), (3)) SELECT x FROM n"
    let pairs = try await sut.read { connection in
      try connection.rows(numbers) { outer in
        let number = outer.integer(0)
        return try connection.rows(numbers) { $0.integer(0) }.map { [number, $0] }
      }
    }
    #expect(pairs == (1...3).map { outer in (1...3).map { [outer, $0] } })
  }

  @Test(arguments: Kind.all) func `a statement runs once for each list of values`(kind: Kind) async throws {
    let sut = database(kind)
    let more: [[DatabaseValue]] = [[.integer(20), .text("x")], [.integer(21), .null], [.integer(22), .blob([1])]]
    try await sut.write { connection in
      try connection.run("CREATE TABLE t (place INTEGER PRIMARY KEY, value)")
      for rows in [more, [], [[.integer(23), .real(1)]]] {
        try connection.runEach("INSERT INTO t (place, value) VALUES (?, ?)", rows)
      }
    }
    let types = try await sut.read { try $0.rows("SELECT typeof(value) FROM t ORDER BY place") { $0.text(0) } }
    #expect(types == ["text", "null", "blob", "real"])
    try await sut.write { try $0.runEach("DELETE FROM t WHERE place = ?", (21...23).map { [.integer($0)] }) }
    #expect(try await sut.read { try $0.rows("SELECT place FROM t") { $0.integer(0) } } == [20])
  }

  @Test(arguments: Kind.all, [0, 1, 24, 25, 51])
  func `any number of rows is inserted in the given order`(kind: Kind, count: Int) async throws {
    let sut = database(kind)
    let insertion = Insertion(into: "t", ["key", "value"], orElse: .fail)
    try await sut.write { connection in
      try connection.run("CREATE TABLE t (number INTEGER PRIMARY KEY, key UNIQUE, value)")
      try connection.insert(insertion, (0..<count).flatMap { [.integer(Int64(-$0)), .text("\($0)")] })
    }
    let values = try await sut.read { try $0.rows("SELECT value FROM t ORDER BY number") { $0.text(0) } }
    #expect(values == (0..<count).map { "\($0)" })
  }

  @Test(arguments: Kind.all, [Insertion.Conflict.fail, .replace])
  func `an insertion replaces rows with the same key, or fails as a whole`(
    kind: Kind, conflict: Insertion.Conflict
  ) async throws {
    let sut = database(kind)
    let insertion = Insertion(into: "t", ["key", "value"], orElse: conflict)
    try await sut.write { try $0.run("CREATE TABLE t (key INTEGER PRIMARY KEY, value)") }
    func insert(_ keys: some Sequence<Int64> & Sendable, _ value: String) async throws {
      try await sut.write { try $0.insert(insertion, keys.flatMap { [.integer($0), .text(value)] }) }
    }
    try await insert(0..<2, "old")
    let outcome = await Task { try await insert(0..<30, "new") }.result
    let isSaved = (try? outcome.get()) != nil
    #expect(isSaved == (conflict == .replace))
    let values = try await sut.read { try $0.rows("SELECT value FROM t") { $0.text(0) } }
    #expect(values == (conflict == .replace ? Array(repeating: "new", count: 30) : ["old", "old"]))
  }

  @Test(arguments: Kind.all) func `a statement that writes fails within a read`(kind: Kind) async throws {
    let sut = database(kind)
    try await sut.write { try $0.runEach("CREATE TABLE t AS SELECT 1 AS value", [[]]) }
    for sql in [
      "DELETE FROM t", "INSERT INTO t VALUES (4)", "CREATE TABLE u (value)",
      "CREATE TEMP TABLE t AS SELECT 1 AS value WHERE 0",
    ] {
      for run in [{ try $0.run(sql) }, { try $0.runEach(sql, [[]]) }] as [@Sendable (Connection) throws -> Void] {
        await #expect("\(sql)") {
          try await sut.reading(run)
        } throws: { if case DatabaseError.failed = $0 { true } else { false } }
      }
    }
    #expect(try await sut.read { try $0.rows("SELECT value FROM t") { $0.integer(0) } } == [1])
  }

  /// Inserts into `t` in a write that throws.
  private func failToWrite(_ sut: Database) async {
    await #expect(throws: Refused.self) {
      try await sut.write { connection in
        try connection.run("INSERT INTO t VALUES (1)")
        throw Refused()
      }
    }
  }

  @Test(arguments: Kind.all) func `a failed write saves nothing`(kind: Kind) async throws {
    let sut = database(kind)
    try await sut.write { try $0.run("CREATE TABLE t (value UNIQUE)") }
    await failToWrite(sut)
    for statement in [
      "", "nonsense", "SELECT 1; SELECT 2", "SELECT ?", "SELECT x FROM t", "INSERT INTO t VALUES (2), (2)",
    ] {
      await #expect("\(statement)") {
        try await sut.write { connection in
          try connection.run("INSERT INTO t VALUES (3)")
          try connection.run(statement)
        }
      } throws: { if case DatabaseError.failed = $0 { true } else { false } }
    }
    for rows in [[[.integer(5)], [.integer(6)], [.integer(5)]], [[.integer(5)], []]] as [[[DatabaseValue]]] {
      await #expect("\(rows)") {
        try await sut.write { try $0.runEach("INSERT INTO t VALUES (?)", rows) }
      } throws: { if case DatabaseError.failed = $0 { true } else { false } }
    }
    #expect(try await sut.read { try $0.rows("SELECT value FROM t") { $0.integer(0) } } == [])
  }

  @Test(arguments: Kind.all, [true, false])
  func `a cancelled read or write is interrupted, or does not begin`(kind: Kind, isRead: Bool) async throws {
    let sut = database(kind)
    let transaction = isRead ? sut.reading : sut.writing
    // Returns one row and then runs endlessly, but only until the task is cancelled, so that other tests are not slowed
    // down.
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n WHERE x < 2"
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
    await #expect(throws: CancellationError.self) { try await task.value }
    let calls = CallRecorder<Int>()
    await #expect(throws: CancellationError.self) {
      try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await transaction { _ in calls.record(1) }
      }.value
    }
    #expect(calls.all == [])
    try await transaction { try $0.run("SELECT 1") }
  }

  @Test(arguments: Kind.all) func `a write cancelled before its commit saves nothing`(kind: Kind) async throws {
    let sut = database(kind)
    let (ending, ends) = AsyncStream.makeStream(of: Void.self)
    let isCancelled = DispatchSemaphore(value: 0)
    let late = Task {
      try await sut.writing { connection in
        try connection.run("CREATE TABLE late (x)")
        ends.yield()
        isCancelled.wait()
      }
    }
    for await _ in ending.prefix(1) { late.cancel() }
    isCancelled.signal()
    await #expect(throws: CancellationError.self) { try await late.value }
    let tables = try await sut.read {
      try $0.rows("SELECT name FROM sqlite_master WHERE name = 'late'") { $0.text(0) }
    }
    #expect(tables == [])
  }

  @Test(arguments: Kind.all)
  func `a write signals a change; a read, a failed write and a write without effect do not`(kind: Kind) async throws {
    let sut = database(kind)
    try await sut.write { try $0.run("CREATE TABLE t (value)") }
    let told = CallRecorder<Void>()
    let stop = sut.changes.watch { told.record(()) }
    try await sut.write { try $0.run("INSERT INTO t VALUES (1)") }
    #expect(told.all.count == 1)
    _ = try await sut.read { try $0.rows("SELECT value FROM t") { $0.integer(0) } }
    try await sut.write { try $0.run("DELETE FROM t WHERE value = 2") }
    await failToWrite(sut)
    #expect(told.all.count == 1)
    stop()
  }
}
