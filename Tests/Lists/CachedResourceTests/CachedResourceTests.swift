import CachedResource
import Database
import DatabaseLive
import DatabaseStore
import Foundation
import Store
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CachedResourceTests {
  struct Failed: Error, Equatable {}
  struct DiskFull: Error {}

  let yesterday = Date(timeIntervalSince1970: 1_000)
  let today = Date(timeIntervalSince1970: 2_000)
  let store: Store<String, CachedCopy<[Int]>> = Database.memory().copies(
    named: "lists", versions: 1...1, key: { $0 })

  func sut(
    _ store: Store<String, CachedCopy<[Int]>>? = nil,
    remote: @escaping @Sendable (String?) async throws -> Revalidation<[Int]>
  ) -> CachedResource<[Int]> {
    .live(remote: remote, store: store ?? self.store, key: "k", now: { [today] in today })
  }

  @Test func `a changed answer is saved with its validator and returned with the provenance server`() async throws {
    let loaded = try await sut { validator in
      #expect(validator == nil)
      return .changed([1, 2], validator: "v1")
    }.load()
    #expect(loaded.value == [1, 2])
    #expect(loaded.provenance == .server)
    #expect(loaded.fetchedAt == today)
    #expect(try await store.value("k") == CachedCopy([1, 2], fetchedAt: today, validator: "v1"))
  }

  @Test func `an answer with unreadable elements is saved without a validator, and says how many`() async throws {
    let unreadable = try #require(UnreadableItems(2))
    let loaded = try await sut { _ in .partial([1], unreadable) }.load()
    #expect(loaded.provenance == .server)
    #expect(loaded.failure as? UnreadableItems == unreadable)
    #expect(try await store.value("k") == CachedCopy([1], fetchedAt: today))
  }

  @Test func `an unchanged answer returns the cached copy with the provenance server and writes nothing`() async throws
  {
    try await store.insert(CachedCopy([1], fetchedAt: yesterday, validator: "v1"), "k")
    var cached = store
    cached.insert = unexpected("insert")
    let asked = CallRecorder<String?>()
    let loaded = try await sut(cached) { validator in
      asked.record(validator)
      return .unchanged
    }.load()
    #expect(asked.all == ["v1"])
    #expect(loaded.value == [1])
    #expect(loaded.provenance == .server)
    #expect(loaded.fetchedAt == today)
  }

  @Test func `an empty list from the server replaces the cached copy`() async throws {
    try await store.insert(CachedCopy([1], fetchedAt: yesterday), "k")
    #expect(try await sut { _ in .changed([], validator: nil) }.load().value == [])
    #expect(try await store.value("k")?.value == [])
  }

  @Test func `a failed load returns the cached copy with its date and the failure`() async throws {
    try await store.insert(CachedCopy([1], fetchedAt: yesterday), "k")
    let loaded = try await sut { _ in throw Failed() }.load()
    #expect(loaded.value == [1])
    #expect(loaded.provenance == .cache)
    #expect(loaded.fetchedAt == yesterday)
    #expect(loaded.failure is Failed)
    #expect(try await store.value("k") == CachedCopy([1], fetchedAt: yesterday))
  }

  @Test func `a failed load without a cached copy throws both the load and the reading failure`() async throws {
    let nothing = await #expect(throws: NoCachedCopy.self) { try await self.sut { _ in throw Failed() }.load() }
    #expect(nothing?.failure is Failed)
    #expect(nothing?.readingFailure == nil)

    let broken = await #expect(throws: NoCachedCopy.self) {
      try await self.sut(.failing(DiskFull())) { _ in throw Failed() }.load()
    }
    #expect(broken?.failure is Failed)
    #expect(broken?.readingFailure is DiskFull)
  }

  @Test func `a changed answer that cannot be saved throws, with or without a cached copy`() async throws {
    await #expect(throws: DiskFull.self) {
      try await sut(.failing(DiskFull())) { _ in .changed([1], validator: nil) }.load()
    }
    try await store.insert(CachedCopy([1], fetchedAt: yesterday, validator: "v1"), "k")
    var full = store
    full.insert = { _, _ in throw DiskFull() }
    await #expect(throws: DiskFull.self) { try await sut(full) { _ in .changed([2], validator: nil) }.load() }
    #expect(try await sut(full) { _ in .unchanged }.load().value == [1])
  }

  @Test func `an unchanged answer without a cached copy throws NoCachedCopy`() async {
    await #expect(throws: NoCachedCopy.self) { try await self.sut { _ in .unchanged }.load() }
  }

  @Test(arguments: [CancellationError(), Failed()] as [any Error])
  func `a cancelled load throws CancellationError instead of the cached copy or the client's error`(
    error: any Error
  ) async throws {
    try await store.insert(CachedCopy([1], fetchedAt: yesterday), "k")
    let gate = Gate()
    let sut = sut { _ in
      do { try await gate.pause() } catch _ { throw error }
      return .unchanged
    }
    let task = Task { try await sut.load() }
    await gate.arrived()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `reading the cached copy sends no request`() async throws {
    let sut = sut(remote: unexpected("remote"))
    #expect(await sut.cached() == nil)
    try await store.insert(CachedCopy([1], fetchedAt: yesterday), "k")
    let cached = await sut.cached()
    #expect(cached?.value == [1])
    #expect(cached?.provenance == .cache)
    #expect(cached?.fetchedAt == yesterday)
  }

  @Test func `a CancellationError from the client is thrown instead of returning the cached copy`() async throws {
    try await store.insert(CachedCopy([1], fetchedAt: yesterday), "k")
    let sut = sut { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) { try await sut.load() }
  }
}
