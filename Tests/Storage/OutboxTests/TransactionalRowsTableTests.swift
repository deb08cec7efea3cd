import Database
import DatabaseLive
import Foundation
import Outbox
import Testing

struct TransactionalRowsTableTests {
  typealias List = TransactionalRows<Int, String>

  /// Returns a list whose rows are stored under their own value or under their position.
  private func list(
    _ database: Database, kind: TransactionalRowsKind = .state, byPosition: Bool = false
  ) -> List {
    .table(
      database, named: "numbers", kind: kind, empty: "", key: { byPosition ? Int64($1) : Int64($0) },
      record: { [$0] }, row: { $0[0] }, headerRecord: { [$0] }, header: { $0[0] })
  }

  @Test func `rows stored under their own keys are read in the order of the keys`() async throws {
    let database = Database.memory()
    try await list(database).edit { $0.rows = [3, 5, 9] }
    try await list(database).edit { $0.rows.removeFirst() }
    #expect(try await list(database).read().rows == [5, 9])
  }

  @Test func `an edit through one list is seen by another list on the same table`() async throws {
    let database = Database.memory()
    let one = list(database)
    let other = list(database)
    for number in 1...4 {
      try await (number % 2 == 0 ? one : other).edit { $0.rows.append(number) }
      #expect(try await one.read() == other.read())
    }
    #expect(try await one.read().rows == [1, 2, 3, 4])
  }

  @Test func `a list does not use its remembered rows after the table was emptied and refilled`() async throws {
    let database = Database.memory()
    let one = list(database)
    let other = list(database)
    for number in 1...2 { try await one.edit { $0.rows.append(number) } }
    try await database.write {
      try $0.run("DELETE FROM numbers")
      try $0.run("DELETE FROM numbers_state")
    }
    for number in 3...4 { try await other.edit { $0.rows.append(number) } }
    #expect(try await one.read().rows == [3, 4])
    try await one.edit { $0.rows.append(5) }
    #expect(try await list(database).read().rows == [3, 4, 5])
  }

  @Test func `an edit writes only the rows that it changes`() async throws {
    let database = Database.memory()
    let sut = list(database)
    try await sut.edit { $0.rows = [1, 2, 3] }
    try await database.write {
      try $0.run("CREATE TABLE log (key)")
      try $0.run("CREATE TRIGGER i AFTER INSERT ON numbers BEGIN INSERT INTO log VALUES (new.key); END")
      try $0.run("CREATE TRIGGER d AFTER DELETE ON numbers BEGIN INSERT INTO log VALUES (-old.key); END")
    }
    try await sut.edit { $0.rows = [2, 3, 4] }
    let log = try await database.read { try $0.rows("SELECT key FROM log") { $0.integer(0) } }
    #expect(Set(log) == [-1, 4])
    #expect(log.count == 2)
  }

  @Test(arguments: [
    "UPDATE numbers SET record = x'5b375d' WHERE key = 2", "UPDATE numbers SET key = 7 WHERE key = 2",
    "UPDATE numbers SET checksum = checksum + 1 WHERE key = 1", "UPDATE numbers_state SET header = x'5b2262225d'",
    "UPDATE numbers_state SET checksum = 0",
    "DELETE FROM numbers_state", "DELETE FROM numbers WHERE key = 1", "UPDATE numbers_count SET count = 3",
  ])
  func `a damaged table throws for a state list and empties a cache list`(damage: String) async throws {
    let database = Database.memory()
    try await list(database).edit {
      $0.rows = [1, 2]
      $0.header = "a"
    }
    try await database.write { try $0.run(damage) }
    let strict = list(database)
    await #expect(throws: DatabaseError.damaged(file: "")) { try await strict.read() }
    await #expect(throws: DatabaseError.damaged(file: "")) { try await strict.edit { $0.rows = [] } }
    let lax = list(database, kind: .cache)
    #expect(try await lax.read().rows == [])
    #expect(try await lax.read().header == "")
    try await lax.edit { $0.rows.append(5) }
    #expect(try await list(database).read().rows == [5])
  }

  @Test func `a list that an earlier version saved or changed without a row count is read`()
    async throws
  {
    let database = Database.memory()
    try await list(database).edit { $0.rows = [1, 2] }
    try await list(database).edit { $0.rows = [1, 2, 3] }
    // An earlier version changes the rows and the revision, but not the count.
    try await database.write { try $0.run("UPDATE numbers_count SET revision = revision - 1, count = 2") }
    #expect(try await list(database).read().rows == [1, 2, 3])
    try await database.write { try $0.run("DROP TABLE numbers_count") }
    #expect(try await list(database).read().rows == [1, 2, 3])
    try await list(database).edit { $0.rows.append(4) }
    #expect(try await list(database).read().rows == [1, 2, 3, 4])
  }

  @Test func `an edit that fails to save is not remembered`() async throws {
    var database = Database.memory()
    try await list(database).edit { $0.rows = [1] }
    let writing = database.writing
    struct DiskFull: Error {}
    database.writing = { work in
      try await writing { connection in
        try work(connection)
        throw DiskFull()
      }
    }
    let sut = list(database)
    await #expect(throws: DiskFull.self) { try await sut.edit { $0.rows = [2] } }
    #expect(try await sut.read().rows == [1])
  }
}
