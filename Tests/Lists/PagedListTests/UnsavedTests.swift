import CachedResource
import Database
import DatabaseLive
import Foundation
import ListTable
import Observed
import PagedList
import Store
import TestSupport
import Testing

/// Lists whose cache cannot be written.
@Suite(.timeLimit(.minutes(5)))
struct UnsavedTests {
  private let disk = FailingDisk()
  private let fallback = MemoryFallback(memory: .memory(), movesWhenBusy: false)
  private let today = Date(timeIntervalSinceReferenceDate: 1_000)

  private func store(_ database: Database = .memory()) -> ListStore<Note> {
    var cache = disk.over(database)
    cache.fallback = fallback
    return .notes(cache)
  }

  private func sut(_ store: ListStore<Note>, _ server: ListServer, now: Date? = nil) -> PagedList<Note> {
    .notes(remote: server.remote, store: store, now: { now ?? today })
  }

  private func saveAll(_ store: ListStore<Note>, _ server: ListServer) async throws {
    #expect(try await all(sut(store, server)) == server.notes)
  }

  private func all(_ sut: PagedList<Note>) async throws -> [Note] {
    try await sut.pages().reduce(into: []) { $0 += $1.value }
  }

  @Test func `pages that cannot be saved are listed together with the saved ones`() async throws {
    let server = ListServer(count: 10)
    let database = Database.memory()
    let store = store(database)
    try await saveAll(store, server)
    disk.failure = .noSpace
    let sut = sut(store, server)
    _ = try await sut.refresh()
    #expect(fallback.failure == nil, "a confirmed page needs no disk space")
    server.change { $0.notes[0].text = "edited" }
    _ = try await sut.refresh()
    #expect(fallback.failure == .noSpace)
    #expect(try await sut.window(.row(0), 0, .max).items == server.notes)
    _ = try await sut.load(3..<6)
    var changes = sut.changes.stream().makeAsyncIterator()
    server.change { $0.notes.append(Note(id: 99, text: "more")) }
    #expect(try await all(sut) == server.notes)
    #expect(await changes.next() != nil)
    #expect(try await sut.window(.row(0), 0, .max).items == server.notes)
    #expect(
      try await ListStore.notes(database).reader.window(ListQuery(), .row(0), 0, 0).items.first?.item?.text == "note 0")
  }

  @Test func `a page fails while another program uses the cache, and is saved by the next request`() async throws {
    let server = ListServer(count: 10)
    let store = store()
    try await saveAll(store, server)
    let sut = sut(store, server)
    server.change { $0.notes[0].text = "edited" }
    disk.failure = .busy
    await #expect(throws: DatabaseError.busy) { try await sut.refresh() }
    #expect(try await sut.window(.row(0), 0, .max).items.first?.text == "note 0")
    #expect(fallback.failure == nil)
    disk.failure = nil
    _ = try await sut.refresh()
    #expect(try await sut.window(.row(0), 0, .max).items == server.notes)
  }

  @Test func `a copy in memory has the confirmation of the saved copy that it was made from`() async throws {
    let server = ListServer(count: 10)
    let store = store()
    try await saveAll(store, server)
    let sut = sut(store, server, now: today + 60)
    _ = try await sut.refresh()
    #expect(try await sut.window(.row(0), 0, 0).fetchedAt == today + 60)
    disk.failure = .readOnly
    try await store.singles.insert(CachedCopy(Note(id: 500, text: "alone"), fetchedAt: today), 500)
    #expect(fallback.failure == .readOnly)
    #expect(try await sut.window(.row(0), 0, 0).fetchedAt == today + 60)
  }

  @Test func `the memory fallback copies the first complete pages of a list, up to 10,000 items`() async throws {
    let server = ListServer(count: 24_000, pageSize: 4_000)
    let store = store()
    let sut = sut(store, server)
    try await saveAll(store, server)
    disk.failure = .noSpace
    server.change { $0.notes[0].text = "edited" }
    _ = try await sut.refresh()
    let window = try await sut.window(.row(.max), 0, 0)
    #expect(window.count == 8_000)
    #expect(!window.isComplete)
    #expect(try await sut.loadRest().reduce(0) { $1 } == 24_000)
    #expect(try await sut.window(.row(0), 0, .max).items == server.notes)
  }

  @Test func `a first page longer than the memory fallback allows is requested again`() async throws {
    let server = ListServer(count: 12_000, pageSize: 11_000)
    let store = store()
    try await saveAll(store, server)
    disk.failure = .noSpace
    try await store.singles.insert(CachedCopy(Note(id: 0, text: "edited"), fetchedAt: today), 0)
    #expect(try await store.reader.count(ListQuery()) == 0)
    #expect(try await all(sut(store, server)) == server.notes)
  }

  @Test func `a list without a working store throws on reads, refreshes and walks`() async throws {
    let sut = sut(.notes(.failing(DatabaseError.unavailable)), ListServer(count: 10))
    await #expect(throws: DatabaseError.unavailable) { try await sut.window(.row(0), 0, 0) }
    await #expect(throws: DatabaseError.unavailable) { try await sut.refresh() }
    let nothing = await #expect(throws: NoCachedCopy.self) { try await all(sut) }
    #expect(nothing?.failure as? DatabaseError == .unavailable)
  }
}
