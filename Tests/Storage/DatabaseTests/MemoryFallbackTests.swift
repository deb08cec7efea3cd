import Database
import DatabaseLive
import Observed
import TestSupport
import Testing

/// Stores of a cache that continue in memory when they cannot be changed.
@Suite(.timeLimit(.minutes(5)))
struct MemoryFallbackTests {
  private let file = Database.memory()
  private let disk = FailingDisk()
  private let fallback = MemoryFallback(memory: .memory(), movesWhenBusy: true)
  private static let create = ["CREATE TABLE a (x, y)", "CREATE INDEX a_x ON a (x)"]
  private let schema = Schema(cache: "a", version: 1, create: create)

  private var cache: Database {
    var cache = disk.over(file)
    cache.fallback = fallback
    return cache
  }

  private var sut: Database { cache.using(schema) }

  private func insert(_ values: ClosedRange<Int64>, _ database: Database? = nil, y: DatabaseValue = .null) async throws
  {
    try await (database ?? sut).write { connection in
      try connection.runEach("INSERT INTO a VALUES (?, ?)", values.map { [.integer($0), y] })
    }
  }

  private func values(_ database: Database? = nil) async throws -> [Int64] {
    try await (database ?? sut).read { try $0.rows("SELECT x FROM a ORDER BY x") { $0.integer(0) } }
  }

  @Test(arguments: [DatabaseError.noSpace, .readOnly, .notPermitted, .busy, .failed("Input/output error")])
  func `saved rows stay readable, and rows that cannot be saved are held in memory`(failure: DatabaseError) async throws
  {
    try await insert(1...2)
    #expect(fallback.failure == nil)
    disk.failure = failure
    #expect(try await values() == [1, 2])
    #expect(fallback.failure == nil, "a read saves nothing")
    try await insert(3...3)
    #expect(try await values() == [1, 2, 3])
    #expect(fallback.failure == failure)
    #expect(try await values(file.using(schema)) == [1, 2])
    try await insert(4...4)
    #expect(
      try await values(cache.using(schema)) == [1, 2, 3, 4], "another database of the same store has the same values")
  }

  @Test func `a row inserted into an empty cache on a full disk is held in memory`() async throws {
    disk.failure = .noSpace
    try await insert(1...1)
    #expect(try await values() == [1])
  }

  @Test(arguments: [DatabaseError.noSpace, .busy])
  func `the disk is not tried again after a change could not be saved`(failure: DatabaseError) async throws {
    try await insert(1...1)
    disk.failure = failure
    try await insert(2...2)
    disk.failure = nil
    try await insert(3...3)
    #expect(try await values() == [1, 2, 3])
    #expect(fallback.failure == failure)
    #expect(try await values(file.using(schema)) == [1])
  }

  @Test func `the reason why a change is not saved is reported at once`() async throws {
    let reasons = CallRecorder<DatabaseError>()
    let fallback = MemoryFallback(memory: .memory(), movesWhenBusy: false) { reasons.record($0) }
    var cache = disk.over(file)
    cache.fallback = fallback
    let sut = cache.using(schema)
    try await insert(1...1, sut)
    disk.failure = .busy
    await #expect(throws: DatabaseError.busy) { try await insert(2...2, sut) }
    #expect(reasons.all == [])
    disk.failure = .noSpace
    try await insert(2...2, sut)
    #expect(reasons.all == [.noSpace])
    try await insert(3...3, sut)
    #expect(reasons.all == [.noSpace], "the disk is not tried again")
  }

  @Test func `a change of a busy database fails if nothing moves then, and can be tried again`() async throws {
    let fallback = MemoryFallback(memory: .memory(), movesWhenBusy: false)
    var cache = cache
    cache.fallback = fallback
    let sut = cache.using(schema)
    disk.failure = .busy
    await #expect(throws: DatabaseError.busy) { try await insert(1...1, sut) }
    #expect(try await values(sut) == [])
    disk.failure = nil
    try await insert(2...2, sut)
    #expect(fallback.failure == nil)
    #expect(try await values(file.using(schema)) == [2])
    disk.failure = .noSpace
    try await insert(3...3, sut)
    #expect(try await values(sut) == [2, 3])
    #expect(fallback.failure == .noSpace)
  }

  @Test func `only the newest 10,000 rows of a table are copied to memory`() async throws {
    try await insert(1...10_002)
    disk.failure = .noSpace
    try await insert(20_000...20_000)
    #expect(try await values() == Array(3...10_002) + [20_000])
  }

  @Test func `at most 64 MB of all stores together are copied to memory`() async throws {
    let other = Schema(cache: "b", version: 1, create: ["CREATE TABLE b (x)"])
    let blob = DatabaseValue.blob(Array(repeating: 7, count: 1 << 20))
    try await insert(1...40, y: blob)
    let more = cache.using(other)
    for _ in 0..<40 { try await more.write { try $0.run("INSERT INTO b VALUES (?)", blob) } }
    disk.failure = .noSpace
    try await insert(99...99)
    #expect(try await values().count == 41)
    try await more.write { try $0.run("INSERT INTO b VALUES (1)") }
    #expect(try await more.read { try $0.rows("SELECT count(*) FROM b") { $0.integer(0) } } == [24])
  }

  @Test func `values of every type are copied to memory unchanged, also in altered tables`() async throws {
    let values: [DatabaseValue] = [
      .null, .integer(.min), .real(-0.5), .text(""), .text("a\u{0}é 😀"), .blob([]), .blob([0, 255]),
    ]
    try await sut.write { connection in
      try connection.runEach("INSERT INTO a VALUES (1, ?)", values.map { [$0] })
    }
    let altered = Schema(
      cache: "a", version: 2, create: ["CREATE TABLE a (x, y, \"z \"\"\")"],
      migrations: [1: SchemaMigration(["ALTER TABLE a ADD COLUMN \"z \"\"\" DEFAULT 5"])])
    let sut = cache.using(altered)
    try await sut.write { try $0.run("INSERT INTO a VALUES (2, 2, 2)") }
    disk.failure = .readOnly
    try await sut.write { try $0.run("INSERT INTO a VALUES (3, 3, 3)") }
    let types = try await sut.read { connection in
      try connection.rows("SELECT quote(y) || typeof(y) || \"z \"\"\" FROM a WHERE x = 1") { $0.text(0) ?? "" }
    }
    let expected = try await file.read { connection in
      try connection.rows("SELECT quote(y) || typeof(y) || \"z \"\"\" FROM a WHERE x = 1") { $0.text(0) ?? "" }
    }
    #expect(Set(types) == Set(expected))
    #expect(expected.count == values.count)
  }

  @Test func `older tables that cannot be migrated on disk are migrated in memory`() async throws {
    try await insert(1...2)
    let newer = Schema(
      cache: "a", version: 2, create: ["CREATE TABLE a (x)"],
      migrations: [1: SchemaMigration(["UPDATE a SET x = -x"])])
    disk.failure = .readOnly
    #expect(try await values(cache.using(newer)) == [-2, -1])
    #expect(fallback.failure == .readOnly)
    #expect(try await values(file.using(schema)) == [1, 2])
  }

  @Test func `newer and damaged tables are not copied to memory and do not affect other stores`() async throws {
    let newer = Schema(cache: "a", version: 7, create: ["CREATE TABLE a (x, y)"])
    try await insert(1...1, file.using(newer))
    await #expect(throws: DatabaseError.newer(file: "")) { try await values() }
    try await insert(2...2)
    #expect(try await values() == [2])
    #expect(fallback.failure == .newer(file: ""))
    let other = Schema(cache: "b", version: 1, create: ["CREATE TABLE b (x)"])
    try await cache.using(other).write { try $0.run("INSERT INTO b VALUES (1)") }
    #expect(try await file.using(other).read { try $0.rows("SELECT x FROM b") { $0.integer(0) } } == [1])

    try await file.write { try $0.run("UPDATE schemas SET version = 9 WHERE name = 'b'") }
    await #expect(throws: DatabaseError.damaged(file: "")) {
      try await cache.using(other).read { try $0.run("SELECT x FROM b") }
    }
    try await cache.using(other).write { try $0.run("INSERT INTO b VALUES (2)") }
    #expect(try await cache.using(other).read { try $0.rows("SELECT x FROM b") { $0.integer(0) } } == [2])
  }

  @Test func `a schema with an excerpt migration copies the first 10,000 rows from row 0 on`() async throws {
    let schema = Schema(
      cache: "a", version: 1, create: Self.create, excerpt: SchemaMigration(["UPDATE a SET y = x"]))
    let sut = cache.using(schema)
    try await sut.write { connection in
      try connection.runEach(
        "INSERT INTO a (rowid, x) VALUES (?1, ?1)", (-5...10_001).map { [.integer($0)] })
    }
    disk.failure = .noSpace
    try await insert(20_000...20_000, sut)
    #expect(try await values(sut) == Array(0...9_999) + [20_000])
    #expect(try await sut.read { try $0.rows("SELECT count(*) FROM a WHERE x = y") { $0.integer(0) } } == [10_000])
  }

  @Test func `an error of the change itself is thrown, and state is never held in memory`() async throws {
    struct Refused: Error {}
    await #expect(throws: Refused.self) { try await sut.write { _ in throw Refused() } }
    await #expect(throws: CancellationError.self) { try await sut.write { _ in throw CancellationError() } }
    #expect(fallback.failure == nil)
    disk.failure = .noSpace
    let state = cache.using(Schema(state: "s", create: ["CREATE TABLE s (x)"], migrations: []))
    await #expect(throws: DatabaseError.noSpace) { try await state.write { try $0.run("INSERT INTO s VALUES (1)") } }
    await #expect(throws: DatabaseError.noSpace) { try await cache.write { _ in } }
    #expect(fallback.failure == nil)
  }

  @Test func `a change in memory signals its own store and no other`() async throws {
    let other = cache.using(Schema(cache: "b", version: 1, create: ["CREATE TABLE b (x)"]))
    disk.failure = .noSpace
    try await other.write { try $0.run("INSERT INTO b VALUES (1)") }
    try await insert(1...1)
    let told = Observed(0)
    let toldOther = Observed(0)
    let stops = [
      cache.using(schema).changes.watch { told.update { $0 += 1 } },
      other.changes.watch { toldOther.update { $0 += 1 } },
    ]
    try await insert(2...2)
    #expect(told.value == 1)
    #expect(toldOther.value == 0)
    for stop in stops { stop() }
  }

  @Test func `concurrent changes on a full disk are all held in memory`() async throws {
    try await insert(1...1)
    disk.failure = .noSpace
    try await withThrowingTaskGroup(of: Void.self) { group in
      for value in 2...40 { group.addTask { try await insert(Int64(value)...Int64(value)) } }
      try await group.waitForAll()
    }
    #expect(try await values() == Array(1...40))
  }
}
