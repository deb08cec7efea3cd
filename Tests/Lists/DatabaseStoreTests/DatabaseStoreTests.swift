import CachedResource
import Database
import DatabaseLive
import DatabaseStore
import Foundation
import Store
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DatabaseStoreTests {
  struct Record: Codable, Equatable {
    var text: String
  }

  let database = Database.memory()
  var sut: Store<String, CachedCopy<[Record]>> { database.copies(named: "records", versions: 1...1, key: { $0 }) }
  let copy = CachedCopy(
    [Record(text: "a\u{0}é"), Record(text: "")], fetchedAt: Date(timeIntervalSinceReferenceDate: 0.1),
    validator: "\"1\"")

  let other = CachedCopy([Record](), fetchedAt: .distantPast)

  @Test func `each key has its own value, the last one that was inserted`() async throws {
    #expect(try await sut.value("a") == nil)
    try await sut.insert(other, "a")
    try await sut.insert(copy, "a")
    try await sut.insert(other, "a\u{0}")
    #expect(try await sut.value("a") == copy)
    #expect(try await sut.value("a\u{0}") == other)
  }

  @Test func `removeAll deletes all rows`() async throws {
    try await sut.removeAll()
    try await sut.insert(copy, "a")
    try await sut.insert(other, "b")
    try await sut.removeAll()
    #expect(try await sut.value("a") == nil)
    #expect(try await sut.value("b") == nil)
  }

  @Test(arguments: [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 1_755_000_000.123_456_7)])
  func `a fetch date round-trips exactly`(date: Date) async throws {
    try await sut.insert(CachedCopy([], fetchedAt: date), "a")
    #expect(try await sut.value("a")?.fetchedAt == date)
  }

  @Test func `usage is the number of saved rows and their bytes`() async throws {
    #expect(try await sut.usage() == StoreUsage())
    try await sut.insert(copy, "a")
    let bytes = try JSONEncoder().encode(copy.value).count
    #expect(try await sut.usage() == StoreUsage(count: 1, bytes: bytes))
    try await sut.insert(copy, "b")
    #expect(try await sut.usage() == StoreUsage(count: 2, bytes: 2 * bytes))
    try await sut.removeAll()
    #expect(try await sut.usage() == StoreUsage())
  }

  @Test func `reading a value creates no table`() async throws {
    #expect(try await sut.value("a") == nil)
    let tables = try await database.read { try $0.rows("SELECT name FROM sqlite_master") { $0.text(0) } }
    #expect(tables == [])
  }

  @Test(arguments: [
    "record = CAST('[{\"text\":\"b\"},{\"text\":\"\"}]' AS BLOB)", "record = substr(record, 1, 5)", "record = x''",
    "validator = '\"2\"'", "validator = NULL", "validator = ''", "fetched = fetched + 1", "checksum = checksum + 1",
    "key = 'b'",
  ])
  func `a row changed on disk reads as missing and can be replaced`(change: String) async throws {
    try await sut.insert(copy, "a")
    try await database.write { try $0.run("UPDATE records SET \(change)") }
    #expect(try await sut.value("a") == nil)
    #expect(try await sut.value("b") == nil)
    try await sut.insert(copy, "a")
    #expect(try await sut.value("a") == copy)
  }

  @Test func `a single flipped bit in a record makes it read as missing`() async throws {
    try await sut.insert(copy, "a")
    let record = try await database.read { try $0.rows("SELECT record FROM records") { $0.blob(0) ?? [] }[0] }
    for index in stride(from: 0, to: record.count, by: 4) {
      var wrong = record
      wrong[index] ^= 1 << UInt8(index % 8)
      let bytes = wrong
      try await database.write { try $0.run("UPDATE records SET record = ?", .blob(bytes)) }
      #expect(try await sut.value("a") == nil, "byte \(index)")
    }
  }

  @Test func `an intact record of another type reads as missing`() async throws {
    let other: Store<String, CachedCopy<Int>> = database.copies(named: "records", versions: 1...1, key: { $0 })
    try await other.insert(CachedCopy(7, fetchedAt: .distantPast), "a")
    #expect(try await other.value("a")?.value == 7)
    #expect(try await sut.value("a") == nil)
  }

  @Test func `a newer version reads rows of the older versions it supports, without their validators`() async throws {
    try await sut.insert(copy, "a")
    try await sut.insert(CachedCopy(copy.value, fetchedAt: copy.fetchedAt), "b")
    try await sut.insert(copy, "c")
    try await database.write { try $0.run("UPDATE records SET fetched = 7 WHERE key = 'c'") }
    #expect(copy.validator != nil)
    var cached = copy
    cached.validator = nil
    let next: Store<String, CachedCopy<[Record]>> = database.copies(named: "records", versions: 1...3, key: { $0 })
    for key in ["a", "b"] { #expect(try await next.value(key) == cached) }
    #expect(try await next.value("c") == nil, "a damaged value is not returned")
    try await next.insert(copy, "a")
    #expect(try await next.value("a") == copy)
    let last: Store<String, CachedCopy<[Record]>> = database.copies(named: "records", versions: 4...4, key: { $0 })
    #expect(try await last.value("a") == nil)
  }

  @Test func `an older version throws on a newer table, and stores do not share rows`() async throws {
    try await sut.insert(copy, "a")
    let next: Store<String, CachedCopy<[Record]>> = database.copies(named: "records", versions: 2...2, key: { $0 })
    #expect(try await next.value("a") == nil)
    let other: Store<String, CachedCopy<[Record]>> = database.copies(named: "others", versions: 1...1, key: { $0 })
    #expect(try await other.value("a") == nil)
    #expect(try await sut.value("a") == copy)
    try await next.insert(copy, "b")
    #expect(try await next.value("a") == nil)
    await #expect(throws: DatabaseError.newer(file: "")) { try await sut.value("a") }
  }

  @Test func `every operation throws the error of a failing database`() async {
    let sut: Store<String, CachedCopy<[Record]>> = Database.failing(DatabaseError.noSpace)
      .copies(named: "records", versions: 1...1, key: { $0 })
    await #expect(throws: DatabaseError.noSpace) { try await sut.value("a") }
    await #expect(throws: DatabaseError.noSpace) { try await sut.insert(copy, "a") }
    await #expect(throws: DatabaseError.noSpace) { try await sut.removeAll() }
  }
}
