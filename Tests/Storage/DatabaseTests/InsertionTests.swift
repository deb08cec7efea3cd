import Database
import DatabaseLive
import Testing

struct InsertionTests {
  let database = Database.memory()

  private func insert(_ numbers: [Int64], orElse conflict: Insertion.Conflict = .fail) async throws {
    let insertion = Insertion(into: "a", ["x", "y"], orElse: conflict)
    try await database.write { connection in
      try connection.run("CREATE TABLE IF NOT EXISTS a (x INTEGER PRIMARY KEY, y INTEGER)")
      try connection.insert(insertion, numbers.flatMap { [.integer($0), .integer($0 * 10)] })
    }
  }

  @Test func `only NULL is null`() {
    let values: [DatabaseValue] = [.null, .integer(0), .real(0), .text(""), .blob([]), .text(nil), .real(nil)]
    #expect(values.map(\.isNull) == [true, false, false, false, false, true, true])
  }

  private func rows() async throws -> [[Int64]] {
    try await database.read { try $0.rows("SELECT x, y FROM a ORDER BY x") { [$0.integer(0), $0.integer(1)] } }
  }

  @Test(arguments: [0, 1, 24, 25, 26, 50, 63]) func `all rows are inserted, whatever their number`(
    count: Int64
  ) async throws {
    let numbers = Array(0..<count)
    try await insert(numbers)
    #expect(try await rows() == numbers.map { [$0, $0 * 10] })
  }

  @Test func `a row with a key that is in the table fails the insertion and changes nothing`() async throws {
    try await insert([1])
    await #expect(throws: DatabaseError.self) { try await insert([2, 1]) }
    #expect(try await rows() == [[1, 10]])
  }

  @Test func `a row with a key that is in the table replaces its row`() async throws {
    try await insert([1, 2])
    try await database.write { try $0.run("UPDATE a SET y = 0") }
    try await insert([2, 3], orElse: .replace)
    #expect(try await rows() == [[1, 0], [2, 20], [3, 30]])
  }
}
