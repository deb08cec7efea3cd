import CachedResource
import Database
import DatabaseLive
import DatabaseStore
import Foundation
import Store
import Testing

/// The dates by which the oldest rows are removed.
@Suite(.timeLimit(.minutes(5)))
struct LastUseDatesTests {
  let database = Database.memory()
  var sut: Store<String, CachedCopy<String>> { database.copies(named: "texts", versions: 1...1, key: { $0 }) }

  func date(_ hours: Double) -> Date { Date(timeIntervalSinceReferenceDate: hours * 3_600) }

  /// Inserts rows that were fetched an hour after each other.
  private func fill(_ keys: String...) async throws {
    for (hour, key) in keys.enumerated() {
      try await sut.insert(CachedCopy(String(repeating: key, count: 10), fetchedAt: date(Double(hour))), key)
    }
  }

  private func oldest(_ count: Int = 10, sparing: [String] = []) async throws -> [String] {
    try await sut.oldest(count, sparing).map(\.name)
  }

  @Test func `the oldest rows are those fetched and seen least recently`() async throws {
    try await fill("a", "b", "c", "d")
    #expect(try await oldest() == ["a", "b", "c", "d"])
    try await sut.noteSeen("a", date(9))
    try await sut.noteSeen("c", date(10))
    #expect(try await oldest() == ["b", "d", "a", "c"])
    #expect(try await oldest(2) == ["b", "d"])
    let ages = try await sut.oldest(4, [])
    #expect(ages.map(\.seenAt) == [date(1), date(3), date(9), date(10)])
    #expect(ages.allSatisfy { $0.bytes == 12 })
  }

  @Test func `a row that is fetched again has the age of its latest fetch`() async throws {
    try await fill("a", "b")
    try await sut.insert(CachedCopy("a", fetchedAt: date(5)), "a")
    #expect(try await oldest() == ["b", "a"])
  }

  @Test func `spared keys are not among the oldest rows`() async throws {
    try await fill("a", "b", "c", "d")
    #expect(try await oldest(2, sparing: ["a", "b", "nothing"]) == ["c", "d"])
    #expect(try await oldest(sparing: ["a", "b", "c", "d"]) == [])
  }

  @Test func `removing the oldest rows removes their seen dates and no other rows`() async throws {
    try await fill("a", "b", "c")
    try await sut.noteSeen("a", date(9))
    try await sut.removeOldest(try await sut.oldest(1, []) + [StoredAge(name: "nothing", seenAt: date(0), bytes: 0)])
    #expect(try await oldest() == ["c", "a"])
    #expect(try await sut.value("b") == nil)
    #expect(try await sut.value("a") != nil)
    try await sut.removeOldest(try await sut.oldest(2, []))
    #expect(try await oldest() == [])
    #expect(try await database.read { try $0.rows("SELECT key FROM texts_seen") { $0.text(0) } } == [])
  }

  @Test func `removing all rows removes their seen dates`() async throws {
    try await fill("a", "b", "c")
    for key in ["a", "b", "c"] { try await sut.noteSeen(key, date(9)) }
    try await sut.removeAll()
    #expect(try await database.read { try $0.rows("SELECT key FROM texts_seen") { $0.text(0) } } == [])
  }

  @Test func `noting an unsaved row, or one seen within the last hour, as seen writes nothing`() async throws {
    try await sut.noteSeen("a", date(0))
    try await fill("a")
    try await sut.noteSeen("b", date(9))
    try await sut.noteSeen("a", date(0.9))
    let tables = try await database.read { try $0.rows("SELECT name FROM sqlite_master") { $0.text(0) ?? "" } }
    #expect(!tables.contains("texts_seen"))
    try await sut.noteSeen("a", date(2))
    try await sut.noteSeen("a", date(2.9))
    #expect(try await sut.oldest(1, []).first?.seenAt == date(2))
  }

  @Test func `oldest and noteSeen throw the error of a failing database`() async throws {
    let failing: Store<String, CachedCopy<String>> = Database.failing(DatabaseError.readOnly)
      .copies(named: "texts", versions: 1...1, key: { $0 })
    await #expect(throws: DatabaseError.readOnly) { try await failing.oldest(1, []) }
    await #expect(throws: DatabaseError.readOnly) { try await failing.noteSeen("a", date(0)) }
  }

  @Test func `used bytes grow when a row is saved and shrink when it is removed`() async throws {
    let before = try await database.usedBytes()
    try await sut.insert(CachedCopy(String(repeating: "a", count: 100_000), fetchedAt: date(0)), "a")
    let oldest = try await sut.oldest(1, [])
    let full = try await database.usedBytes()
    #expect(full >= before + 100_000)
    try await sut.removeOldest(oldest)
    #expect(try await database.usedBytes() < full - 90_000)
  }
}
