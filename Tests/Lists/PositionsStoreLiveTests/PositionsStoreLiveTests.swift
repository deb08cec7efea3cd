import Database
import DatabaseLive
import FlagsStore
import PositionsStore
import PositionsStoreLive
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PositionsStoreLiveTests {
  private func key(_ kind: String, _ id: String) -> PositionKey { PositionKey(ItemKind(kind), id) }

  @Test func `positions are read as they were saved, by kind and id`() async throws {
    let sut = PositionsStore.live(database: .memory())
    let odd = "{\"é\u{1}'%\": 1}"
    #expect(try await sut.positions([key("post", "1")]) == [:])
    try await sut.save([key("post", "1"): "12", key("list", "1"): odd, key("post", ""): ""])
    #expect(try await sut.positions([]) == [:])
    let posts = try await sut.positions([key("post", "1"), key("post", "2"), key("post", "")])
    #expect(posts == [key("post", "1"): "12", key("post", ""): ""])
    #expect(try await sut.positions([key("list", "1")]) == [key("list", "1"): odd])
  }

  @Test func `saving a position replaces only the position of the same key`() async throws {
    let sut = PositionsStore.live(database: .memory())
    let keys = [key("post", "1"), key("list", "1")]
    try await sut.save([keys[0]: "12", keys[1]: "7"])
    try await sut.save([keys[0]: "13"])
    try await sut.save([:])
    #expect(try await sut.positions(keys) == [keys[0]: "13", keys[1]: "7"])
  }

  @Test func `stores of the same database share positions, and a full disk throws`() async throws {
    var database = Database.memory()
    let key = PositionKey(ItemKind("post"), "1")
    try await PositionsStore.live(database: database).save([key: "7"])
    #expect(try await PositionsStore.live(database: database).positions([key]) == [key: "7"])
    database.writing = { _ in throw DatabaseError.noSpace }
    let full = PositionsStore.live(database: database)
    await #expect(throws: DatabaseError.noSpace) { try await full.save([key: "8"]) }
    #expect(try await full.positions([key]) == [key: "7"])
  }

  @Test func `only the most recently changed positions stay saved`() async throws {
    let sut = PositionsStore.live(database: .memory(), limit: 3)
    let keys = (0..<5).map { PositionKey(ItemKind("post"), "\($0)") }
    for key in keys[0..<3] { try await sut.save([key: "1"]) }
    try await sut.save([keys[0]: "2"])
    #expect(try await sut.positions(keys) == [keys[0]: "2", keys[1]: "1", keys[2]: "1"])
    try await sut.save([keys[3]: "1", keys[4]: "1"])
    #expect(try await sut.positions(keys) == [keys[0]: "2", keys[3]: "1", keys[4]: "1"])
  }

  @Test func `positions saved before the limit existed are migrated and are the first to be removed`() async throws {
    let database = Database.memory()
    try await database.write { connection in
      try connection.run("CREATE TABLE schemas (name TEXT PRIMARY KEY, version INTEGER NOT NULL)")
      try connection.run("INSERT INTO schemas VALUES ('places', 1)")
      try connection.run(
        "CREATE TABLE places (kind TEXT NOT NULL, id TEXT NOT NULL, place TEXT NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID"
      )
      try connection.run("INSERT INTO places VALUES ('post', '0', '7')")
    }
    let sut = PositionsStore.live(database: database, limit: 2)
    let keys = (0..<3).map { PositionKey(ItemKind("post"), "\($0)") }
    #expect(try await sut.positions(keys) == [keys[0]: "7"])
    try await sut.save([keys[1]: "1"])
    #expect(try await sut.positions(keys) == [keys[0]: "7", keys[1]: "1"])
    try await sut.save([keys[2]: "1"])
    #expect(try await sut.positions(keys) == [keys[1]: "1", keys[2]: "1"])
  }
}
