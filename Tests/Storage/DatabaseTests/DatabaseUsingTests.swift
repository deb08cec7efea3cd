import Database
import DatabaseLive
import Foundation
import Observed
import TestSupport
import Testing

struct DatabaseUsingTests {
  let database = Database.memory()
  let schema = Schema(cache: "a", version: 1, create: ["CREATE TABLE a (x)", "CREATE INDEX a_x ON a (x)"])
  var sut: Database { database.using(schema) }

  private func tables() async throws -> [String] {
    try await database.read { try $0.rows("SELECT name FROM sqlite_master ORDER BY name") { $0.text(0) ?? "" } }
      .filter { !$0.hasPrefix("sqlite_") }
  }

  private func values(_ database: Database) async throws -> [Int64] {
    try await database.read { try $0.rows("SELECT x FROM a ORDER BY x") { $0.integer(0) } }
  }

  private func newer(_ version: Int, _ migrations: [Int: [String]] = [:]) -> Database {
    database.using(
      Schema(
        cache: "a", version: version, create: ["CREATE TABLE a (x, y)"],
        migrations: migrations.mapValues { SchemaMigration($0) }))
  }

  private func state(_ create: String, _ migrations: [[String]] = []) -> Database {
    database.using(Schema(state: "a", create: [create], migrations: migrations.map { SchemaMigration($0) }))
  }

  private func change(_ sql: String) async throws { try await database.write { try $0.run(sql) } }

  @Test func `a read of missing tables finds empty ones and creates none`() async throws {
    #expect(try await values(sut) == [])
    #expect(try await tables() == [])
  }

  @Test func `a read of missing tables only looks them up in the schema`() async throws {
    let statements = CallRecorder<String>()
    var database = database
    database.reading = { [reading = database.reading] work in
      try await reading { connection in
        try work(
          Connection { sql, values, row in
            statements.record(sql)
            try connection.run(sql, values, row)
          })
      }
    }
    #expect(try await values(database.using(schema)) == [])
    #expect(statements.all.filter { !$0.contains("sqlite_master") && !$0.contains("schemas") } == [])
  }

  @Test func `a lookup among texts uses the same two statements for any number of them`() async throws {
    let cached = (1...1_200).filter { $0.isMultiple(of: 7) }.map { "\($0)" }
    try await sut.write { connection in
      for text in cached { try connection.run("INSERT INTO a VALUES (?)", .text(text)) }
      try connection.run("INSERT INTO a VALUES (NULL)")
    }
    let statements = CallRecorder<String>()
    for count in [0, 1, 31, 32, 33, 500, 501, 1_200] {
      let found = try await sut.read { connection in
        try Connection { sql, values, row in
          statements.record(sql)
          try connection.run(sql, values, row)
        }.rows(among: (0..<count).map { "\($0)" }, "SELECT x FROM a WHERE rowid > ? AND x", .integer(0)) {
          $0.text(0) ?? ""
        }
      }
      #expect(found.sorted() == cached.filter { Int($0).map { $0 < count } ?? false }.sorted())
    }
    #expect(Set(statements.all).count == 2)
  }

  @Test func `a write creates the tables once`() async throws {
    for value in 1...3 { try await sut.write { try $0.run("INSERT INTO a VALUES (?)", .integer(Int64(value))) } }
    #expect(try await tables() == ["a", "a_x", "schemas", "versions"])
    #expect(try await values(sut) == [1, 2, 3])
  }

  @Test func `a failed write leaves no tables behind`() async throws {
    struct Refused: Error {}
    await #expect(throws: Refused.self) { try await sut.writing { _ in throw Refused() } }
    let broken = database.using(Schema(cache: "a", version: 1, create: ["CREATE TABLE a (x)", "nonsense"]))
    await #expect(throws: DatabaseError.self) { try await broken.write { _ in } }
    #expect(try await tables() == [])
  }

  @Test(arguments: [true, false])
  func `the first read or write migrates older tables step by step`(isRead: Bool) async throws {
    try await sut.write { try $0.run("INSERT INTO a VALUES (1)") }
    let third = newer(3, [1: ["ALTER TABLE a ADD COLUMN y"], 2: ["UPDATE a SET x = x + 1", "UPDATE a SET y = 5"]])
    if !isRead { try await third.write { try $0.run("INSERT INTO a VALUES (9, 9)") } }
    let rows = try await third.read { try $0.rows("SELECT x, y FROM a") { [$0.integer(0), $0.integer(1)] } }
    #expect(rows == (isRead ? [[2, 5]] : [[2, 5], [9, 9]]))
    #expect(try await tables() == ["a", "a_x", "schemas", "versions"])
  }

  @Test func `a failed migration leaves everything at the old version`() async throws {
    try await sut.write { try $0.run("INSERT INTO a VALUES (1)") }
    let broken = newer(2, [1: ["ALTER TABLE a ADD COLUMN y", "nonsense"]])
    await #expect(throws: DatabaseError.self) { try await broken.read { _ in } }
    await #expect(throws: DatabaseError.self) { try await broken.write { _ in } }
    #expect(try await values(sut) == [1])
  }

  @Test func `without a migration, a read finds empty tables and a write creates the store's tables anew`() async throws
  {
    try await sut.write { connection in
      try connection.run("INSERT INTO a VALUES (1)")
      for name in ["a_b", "ab", "a_\"b"] {
        try connection.run("CREATE TABLE \"\(name.replacing("\"", with: "\"\""))\" (x)")
      }
    }
    let third = newer(3, [1: ["ALTER TABLE a ADD COLUMN y"]])
    #expect(try await values(third) == [])
    #expect(try await values(sut) == [1])
    try await third.write { try $0.run("INSERT INTO a VALUES (2, 3)") }
    #expect(try await values(third) == [2])
    #expect(try await tables() == ["a", "ab", "schemas", "versions"], "only the tables of the schema are removed")
  }

  @Test func `tables of a newer version throw newer and stay unchanged`() async throws {
    try await newer(2).write { try $0.run("INSERT INTO a VALUES (1, 2)") }
    await #expect(throws: DatabaseError.newer(file: "")) { try await sut.read { _ in } }
    await #expect(throws: DatabaseError.newer(file: "")) { try await sut.write { _ in } }
    #expect(try await values(newer(2)) == [1])
  }

  @Test func `a version that is not a number is damage`() async throws {
    try await sut.write { try $0.run("UPDATE schemas SET version = 'x'") }
    await #expect(throws: DatabaseError.damaged(file: "")) { try await sut.read { _ in } }
    await #expect(throws: DatabaseError.damaged(file: "")) { try await sut.write { _ in } }
  }

  @Test func `cache tables without a version are created anew`() async throws {
    try await database.write { try $0.run("CREATE TABLE a (z)") }
    try await sut.write { try $0.run("INSERT INTO a (x) VALUES (1)") }
    #expect(try await values(sut) == [1])
  }

  @Test(arguments: ["DELETE FROM schemas", "DROP TABLE schemas"])
  func `tables of a state without a version are damage, and stay as they are`(damage: String) async throws {
    let sut = state("CREATE TABLE a (x)")
    try await sut.write { try $0.run("INSERT INTO a VALUES (1)") }
    try await change(damage)
    await #expect(throws: DatabaseError.damaged(file: "")) { _ = try await values(sut) }
    await #expect(throws: DatabaseError.damaged(file: "")) { try await sut.write { try $0.run("DELETE FROM a") } }
    #expect(try await values(database) == [1])
  }

  @Test(arguments: [DatabaseError.readOnly, .noSpace, .notPermitted, .busy])
  func `older state that cannot be migrated on disk is migrated in a copy, and a cache is not`(
    error: DatabaseError
  ) async throws {
    let copies = CallRecorder<Int>()
    var disk = database
    disk.writing = { _ in throw error }
    disk.copy = { [database] in
      copies.record(1)
      return database
    }
    try await state("CREATE TABLE a (x)").write { try $0.run("INSERT INTO a VALUES (5)") }
    let newer = Schema(
      state: "a", create: ["CREATE TABLE a (x)"], migrations: [SchemaMigration(["UPDATE a SET x = x + 1"])])
    if error == .busy {
      await #expect(throws: error) { try await values(disk.using(newer)) }
    } else {
      #expect(try await values(disk.using(newer)) == [6])
    }
    #expect(copies.all.count == (error == .busy ? 0 : 1))
    try await change("DROP TABLE a")
    try await change("DELETE FROM schemas")
    _ = try await sut.write { try $0.run("INSERT INTO a VALUES (5)") }
    let cache = Schema(cache: "a", version: 2, create: ["CREATE TABLE a (x)"])
    #expect(try await values(disk.using(cache)) == [])
    await #expect(throws: error) { try await disk.using(cache).write { try $0.run("DELETE FROM a") } }
    #expect(copies.all.count == (error == .busy ? 0 : 1))
  }

  @Test func `each migration of a state runs once, and an older schema then throws newer`() async throws {
    try await state("CREATE TABLE a (x)").write { try $0.run("INSERT INTO a VALUES (1)") }
    let migrations = [["ALTER TABLE a ADD COLUMN y", "UPDATE a SET x = x + 1"], ["UPDATE a SET x = x * 10"]]
    for count in 1...2 {
      let newer = state("CREATE TABLE a (x, y)", Array(migrations.prefix(count)))
      #expect(try await values(newer) == [[2], [20]][count - 1])
    }
    await #expect(throws: DatabaseError.newer(file: "", isState: true)) {
      _ = try await values(state("CREATE TABLE a (x)"))
    }
    try await change("UPDATE a SET x = 7")
    #expect(try await values(state("CREATE TABLE a (x, y)", migrations)) == [7], "each migration runs once")
  }

  @Test(arguments: ["UPDATE schemas SET version = 9", "UPDATE versions SET version = 9", "DROP TABLE versions"])
  func `a newer version that is not confirmed is damage`(damage: String) async throws {
    try await newer(2).write { try $0.run("INSERT INTO a VALUES (1, 2)") }
    try await change(damage)
    await #expect(throws: DatabaseError.damaged(file: "")) { try await sut.read { _ in } }
    await #expect(throws: DatabaseError.damaged(file: "")) { try await sut.write { _ in } }
  }

  @Test(arguments: [true, false])
  func `a failed statement is damage only if the tables differ from how they were created`(isState: Bool) async throws {
    let sut = isState ? state("CREATE TABLE a (x)") : sut
    try await sut.write { try $0.run("INSERT INTO a VALUES (1)") }
    let error = await #expect(throws: DatabaseError.self) {
      _ = try await sut.read { try $0.rows("SELECT y FROM a") { $0.integer(0) } }
    }
    #expect(error == .failed("no such column: y"))
    try await change("ALTER TABLE a RENAME COLUMN x TO z")
    await #expect(throws: DatabaseError.damaged(file: "")) { _ = try await values(sut) }
    await #expect(throws: DatabaseError.damaged(file: "")) { try await sut.write { try $0.run("UPDATE a SET x = 2") } }
  }

  @Test(arguments: [1, 2])
  func `a schema with CREATE TABLE IF NOT EXISTS tells a failed statement from damage`(version: Int) async throws {
    let create = ["CREATE TABLE a (x)", "CREATE TABLE IF NOT EXISTS a_b (z)"]
    let sut = database.using(
      Schema(cache: "a", version: version, create: create, migrations: version == 1 ? [:] : [1: SchemaMigration([])]))
    try await sut.write { try $0.run("INSERT INTO a VALUES (1)") }
    let error = await #expect(throws: DatabaseError.self) {
      _ = try await sut.read { try $0.rows("SELECT y FROM a") { $0.integer(0) } }
    }
    #expect(error == .failed("no such column: y"))
    try await change("ALTER TABLE a_b RENAME TO lost")
    let damage = await #expect(throws: DatabaseError.self) {
      _ = try await sut.read { try $0.rows("SELECT y FROM a") { $0.integer(0) } }
    }
    #expect(damage == .damaged(file: ""))
  }

  @Test func `a missing table of a state with migrations is damage`() async throws {
    let sut = state("CREATE TABLE a (x, y)", [["ALTER TABLE a ADD COLUMN y"]])
    try await sut.write { _ in }
    try await change("ALTER TABLE a RENAME TO lost")
    await #expect(throws: DatabaseError.damaged(file: "")) { _ = try await values(sut) }
  }

  @Test(arguments: [true, false])
  func `a state that replaces another takes over its rows once, and the replaced one throws newer`(isRead: Bool)
    async throws
  {
    let old = Schema(state: "b", create: ["CREATE TABLE b (x)"], migrations: [])
    try await database.using(old).write { try $0.run("INSERT INTO b VALUES (1)") }
    let sut = database.using(
      Schema(
        state: "a", create: ["CREATE TABLE a (x)"], replacing: [old],
        fill: SchemaMigration(["INSERT INTO a SELECT x + 10 FROM b"]), migrations: []))
    if !isRead { try await sut.write { try $0.run("INSERT INTO a VALUES (3)") } }
    #expect(try await values(sut) == (isRead ? [11] : [3, 11]))
    #expect(try await tables() == ["a", "schemas", "versions"])
    let replaced = database.using(old)
    await #expect(throws: DatabaseError.newer(file: "", isState: true)) { try await replaced.read { _ in } }
    await #expect(throws: DatabaseError.newer(file: "", isState: true)) { try await replaced.write { _ in } }
    #expect(try await values(sut) == (isRead ? [11] : [3, 11]), "the rows are copied only once")
  }

  @Test func `a replacing state reads as empty and creates no tables when nothing is stored`() async throws {
    let old = Schema(state: "b", create: ["CREATE TABLE b (x)"], migrations: [])
    let sut = database.using(
      Schema(state: "a", create: ["CREATE TABLE a (x)"], replacing: [old], migrations: []))
    #expect(try await values(sut) == [])
    #expect(try await tables() == [])
  }

  @Test func `two stores in one database do not affect each other`() async throws {
    let other = database.using(Schema(cache: "b", version: 7, create: ["CREATE TABLE b (x)"]))
    try await sut.write { try $0.run("INSERT INTO a VALUES (1)") }
    try await other.write { try $0.run("INSERT INTO b VALUES (2)") }
    #expect(try await values(sut) == [1])
    #expect(try await tables() == ["a", "a_x", "b", "schemas", "versions"])
  }

  @Test func `a store signals changes of its database`() async throws {
    var changes = sut.changes.stream().makeAsyncIterator()
    try await database.write { try $0.run("PRAGMA user_version = 3") }
    try await sut.write { _ in }
    #expect(await changes.next() != nil)
  }

  @Test(arguments: [(0, [1, 0, 1]), (1, [0, 1, 1]), (nil, [1, 1, 1])])
  func `a store signals its own changes and those of the whole database, not another store's`(
    writer: Int?, told: [Int]
  ) async throws {
    let database = Database.memory()
    let stores = ["a", "b"].map { name in
      database.using(Schema(cache: name, version: 1, create: ["CREATE TABLE \(name) (x)"]))
    }
    let counts = Observed([0, 0, 0])
    let stops = (stores + [database]).enumerated().map { index, database in
      database.changes.watch { counts.update { $0[index] += 1 } }
    }
    try await (writer.map { stores[$0] } ?? database).write { connection in
      try connection.run("CREATE TABLE c (x)")
      try connection.run("INSERT INTO c VALUES (1)")
    }
    #expect(counts.value == told)
    for stop in stops { stop() }
  }

  @Test func `every endpoint of a failing database throws its error`() async throws {
    let sut = Database.failing(DatabaseError.busy)
    await #expect(throws: DatabaseError.busy) { try await sut.read { _ in } }
    await #expect(throws: DatabaseError.busy) { try await sut.write { _ in } }
  }
}
