import Database
import DatabaseLive
import Foundation
import TestSupport
import Testing

/// Damaged state is never taken for missing and never replaced. A damaged cache always is replaced.
@Suite(.timeLimit(.minutes(5)))
struct StateDamageTests {
  let temporary = TemporaryDatabase()

  private func put(_ bytes: Data, log: Data? = nil) throws {
    for name in try temporary.names() { try FileManager.default.removeItem(at: temporary.folder.appending(path: name)) }
    try bytes.write(to: temporary.file)
    try log?.write(to: temporary.folder.appending(path: "x.db-wal"))
  }

  /// Returns the number of the first page of a table or an index.
  private func page(_ name: String) async throws -> Int {
    let pages = try await temporary.database().read {
      try $0.rows("SELECT rootpage FROM sqlite_master WHERE name = ?", .text(name)) { Int($0.integer(0)) }
    }
    return try #require(pages.first)
  }

  /// Returns the positions of some bytes that define the tables and their versions.
  private func books(_ whole: Data) async throws -> [Int] {
    let pages = [1, try await page("schemas"), try await page("sqlite_autoindex_schemas_1")]
    let all =
      Array(16..<100)
      + pages.flatMap { number in
        let start = (number - 1) * 4_096
        let head = (number == 1 ? 100 : (number - 1) * 4_096)
        let content = start + Int(whole[head + 5]) << 8 + Int(whole[head + 6])
        return Array(head..<head + 16) + Array(content..<start + 4_096)
      }
    return stride(from: 2, to: all.count, by: 3).map { all[$0] }
  }

  /// Flips one bit at a time of those bytes in the file.
  private func flipEachBit(_ check: (_ index: Int, _ bytes: Data) async throws -> Void) async throws {
    let whole = try Data(contentsOf: temporary.file)
    for index in try await books(whole) {
      var bytes = whole
      bytes[index] ^= 1 << UInt8(index % 8)
      try put(bytes)
      try await check(index, bytes)
    }
  }

  @Test func `a flipped bit in the schema of a state either has no effect or throws and changes nothing`()
    async throws
  {
    try await temporary.state().write { for number in 1...9 { try $0.insert(number) } }
    try await flipEachBit { (index: Int, bytes: Data) async throws in
      do {
        let numbers = try await temporary.state().read { try $0.numbers() }
        if numbers != Array(1...9) { Issue.record("byte \(index): \(numbers)") }
      } catch {
        if !(error is DatabaseError) { Issue.record("byte \(index): \(error)") }
        await #expect(throws: DatabaseError.self, "byte \(index)") {
          try await temporary.state().write { try $0.insert(10) }
        }
        #expect(try temporary.contents()["x.db"] == bytes, "byte \(index)")
      }
    }
  }

  @Test func `a cache with a flipped bit in its schema can be read and written`() async throws {
    try await temporary.fill(9)
    try await flipEachBit { index, _ in
      do {
        let sut = temporary.database(.normal, .replace)
        _ = try await sut.read { try $0.numbers() }
        try await sut.write { try $0.insert(10) }
        #expect(try await temporary.database(.normal, .replace).read { try $0.numbers() }.last == 10)
      } catch {
        Issue.record("byte \(index): \(error)")
      }
    }
  }

  @Test func `a state that lost all its tables is damaged`() async throws {
    try await temporary.state().write { try $0.insert(1) }
    var bytes = try Data(contentsOf: temporary.file)
    // The number of cells on the first page becomes 0.
    bytes.replaceSubrange(103..<105, with: [0, 0])
    try put(bytes)
    await #expect(throws: DatabaseError.damaged(file: temporary.file.path())) {
      try await temporary.state().read { try $0.numbers() }
    }
    await #expect(throws: DatabaseError.damaged(file: temporary.file.path())) {
      try await temporary.state().write { try $0.insert(2) }
    }
    #expect(try Data(contentsOf: temporary.file) == bytes)
  }

  @Test func `an index that disagrees with its table is found in a state that was not closed`() async throws {
    try await temporary.fill(1)
    let place = (try await page("sqlite_autoindex_schemas_1") - 1) * 4_096
    _ = try await temporary.probe("abandon").lines()
    var bytes = try Data(contentsOf: temporary.file)
    #expect(try await temporary.state().read { try $0.numbers() } == [1, 2, 3, 4], "all changes are read")
    _ = try await temporary.probe("abandon").lines()
    let log = try temporary.contents()["x.db-wal"]
    bytes = try Data(contentsOf: temporary.file)
    let name = try #require(bytes[place...].firstRange(of: Data("counts".utf8)))
    bytes[name.lowerBound] ^= 1
    try put(bytes, log: log)
    await #expect(throws: DatabaseError.damaged(file: temporary.file.path())) {
      try await temporary.state().read { try $0.numbers() }
    }
    await #expect(throws: DatabaseError.damaged(file: temporary.file.path())) {
      try await temporary.state().write { try $0.insert(9) }
    }
    #expect(try temporary.contents()["x.db"] == bytes)
    #expect(try temporary.contents()["x.db-wal"] == log)
  }

  @Test func `a partial page is damage unless the write-ahead log contains it whole`() async throws {
    try await temporary.fill(1)
    _ = try await temporary.probe("abandon").lines()
    let bytes = try Data(contentsOf: temporary.file)
    let log = try temporary.contents()["x.db-wal"]
    // The log has the page after the last one of the file, but not the last one itself.
    try put(bytes + Data(repeating: 7, count: 100), log: log)
    #expect(try await temporary.state().read { try $0.numbers() } == [1, 2, 3, 4])
    try put(bytes.dropLast(100), log: log)
    await #expect(throws: DatabaseError.damaged(file: temporary.file.path())) {
      try await temporary.state().read { try $0.numbers() }
    }
    #expect(try temporary.contents()["x.db-wal"] == log)
  }

  /// Earlier versions of the program wrote files without confirmed versions.
  @Test func `a file without confirmed versions can be read`() async throws {
    try await temporary.fill(3)
    try await temporary.database().write { try $0.run("DROP TABLE versions") }
    #expect(try await temporary.database(.normal, .replace).read { try $0.numbers() } == [1, 2, 3])
    #expect(try await temporary.state().read { try $0.numbers() } == [1, 2, 3])
  }

  @Test func `a cache with a damaged version is replaced by an empty one`() async throws {
    for damage in ["PRAGMA user_version = 5", "UPDATE schemas SET version = 5", "PRAGMA user_version = 1073741825"] {
      try await temporary.database(.normal, .replace).write { try $0.insert(1) }
      try await temporary.database(.normal, .replace).write { try $0.run(damage) }
      #expect(try await temporary.database(.normal, .replace).read { try $0.numbers() } == [], "\(damage)")
    }
  }
}
