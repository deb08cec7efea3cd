import ContentDomain
import Database
import DatabaseLive
import Foundation
import ResponseCodeStore
import ResponseCodeStoreLive
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ResponseCodeStoreLiveTests {
  let database = Database.memory()
  var sut: ResponseCodeStore { .live(database: database) }

  @Test func `the count begins at zero and continues in every new store`() async throws {
    #expect(try await sut.codes() == FetchedCodes())
    for count in 1...3 {
      let code = UUID()
      #expect(try await sut.add(code) == FetchedCodes(last: code, count: count))
      #expect(try await sut.codes() == FetchedCodes(last: code, count: count))
    }
    let rows = try await database.read { try $0.rows("SELECT count FROM codes") { $0.integer(0) } }
    #expect(rows == [3])
  }

  @Test func `codes written by the first version can be read and added to`() async throws {
    try await database.write { connection in
      try connection.run("CREATE TABLE schemas (name TEXT PRIMARY KEY, version INTEGER NOT NULL)")
      try connection.run("INSERT INTO schemas VALUES ('codes', 1)")
      try connection.run(
        """
        CREATE TABLE codes (id INTEGER PRIMARY KEY CHECK (id = 1), last TEXT, count INTEGER NOT NULL, \
        checksum INTEGER NOT NULL)
        """)
      try connection.run(
        "INSERT INTO codes VALUES (1, '5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570', 3, 1076751812108549357)")
    }
    #expect(try await sut.codes() == FetchedCodes(last: .sampleCode, count: 3))
    #expect(try await sut.add(UUID()).count == 4)
  }

  @Test func `concurrent additions are each counted once`() async throws {
    let added = try await withThrowingTaskGroup(of: FetchedCodes.self) { group in
      for _ in 0..<20 {
        let sut = sut
        group.addTask { try await sut.add(UUID()) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(added.map(\.count).sorted() == Array(1...20))
    #expect(try await sut.codes() == added.max { $0.count < $1.count })
  }

  @Test func `prepare creates the table without counting, and reading creates none`() async throws {
    func tables() async throws -> [String?] {
      try await database.read { try $0.rows("SELECT name FROM sqlite_master WHERE name = 'codes'") { $0.text(0) } }
    }
    _ = try await sut.codes()
    #expect(try await tables() == [])
    try await sut.prepare()
    #expect(try await tables() == ["codes"])
    #expect(try await sut.codes() == FetchedCodes())
  }

  @Test(arguments: [
    "UPDATE codes SET count = 4", "UPDATE codes SET count = 'x'", "UPDATE codes SET last = NULL",
    "UPDATE codes SET last = '5a7c4e10-0ff1-4e51-8b0a-0ff11ef12571'", "UPDATE codes SET last = 'x'",
    "UPDATE codes SET checksum = checksum + 1", "UPDATE codes SET count = -1",
    "UPDATE codes SET count = 9223372036854775807",
  ])
  func `a changed row throws damaged and is not overwritten`(change: String) async throws {
    for _ in 1...3 { _ = try await sut.add(.sampleCode) }
    try await database.write { try $0.run(change) }
    await #expect(throws: DatabaseError.damaged(file: "")) { try await sut.codes() }
    await #expect(throws: DatabaseError.damaged(file: "")) { try await sut.add(UUID()) }
    await #expect(throws: DatabaseError.damaged(file: "")) { try await sut.codes() }
  }

  @Test func `every endpoint passes on an error of the database`() async {
    let sut = ResponseCodeStore.live(database: .failing(DatabaseError.busy))
    await #expect(throws: DatabaseError.busy) { try await sut.codes() }
    await #expect(throws: DatabaseError.busy) { try await sut.add(UUID()) }
    await #expect(throws: DatabaseError.busy) { try await sut.prepare() }
  }
}
