import Foundation
import Repositories
import Store
import Synchronization
import Testing

/// Tests of the data that trimming removes, and in which order.
@Suite(.timeLimit(.minutes(5)))
struct LocalDataTrimmingTests {
  struct Killed: Error {}

  /// A server with copies by name and age, ten bytes each, and a list with pages of a hundred bytes each.
  final class StubServer: Sendable {
    struct Contents {
      var copies: [String: Double]
      var pages: Int
      var compacted = 0
    }

    let cached: Mutex<Contents>
    /// The number of changes before the program is killed.
    let steps: Mutex<Int>

    init(_ copies: [String: Double] = [:], pages: Int = 0, steps: Int = .max) {
      cached = Mutex(Contents(copies: copies, pages: pages))
      self.steps = Mutex(steps)
    }

    var names: Set<String> { cached.withLock { Set($0.copies.keys) } }
    var pages: Int { cached.withLock(\.pages) }
    var compacted: Int { cached.withLock(\.compacted) }

    func step() throws {
      try steps.withLock { steps in
        if steps == 0 { throw Killed() }
        steps -= 1
      }
    }

    func cache(sparing: Set<String> = []) -> TrimmableCache {
      var store = Store<String, Int>.stub()
      store.oldest = { [self] count, sparing in
        cached.withLock { cached in
          cached.copies.filter { !sparing.contains($0.key) }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
            .prefix(count)
            .map { StoredAge(name: $0.key, seenAt: Date(timeIntervalSinceReferenceDate: $0.value), bytes: 10) }
        }
      }
      store.removeOldest = { [self] values in
        try step()
        cached.withLock { cached in for value in values { cached.copies[value.name] = nil } }
      }
      return TrimmableCache(
        usedBytes: { [self] in cached.withLock { $0.copies.count * 10 + $0.pages * 100 } },
        copies: [TrimmableStore(store, sparing: Array(sparing))],
        shorten: { [self] in
          try step()
          return cached.withLock { cached in
            guard cached.pages > 1 else { return false }
            cached.pages /= 2
            return true
          }
        },
        compact: { [self] in
          try step()
          cached.withLock { $0.compacted += 1 }
        })
    }
  }

  @Test func `trimming within the limit changes nothing`() async throws {
    let server = StubServer(["a": 1], pages: 1, steps: 0)
    #expect(try await [server.cache()].trim(to: 110) == 0)
    #expect(try await [TrimmableCache]().trim(to: 0) == 0)
  }

  @Test func `a cache file with unused pages is compacted without removing anything`() async throws {
    let server = StubServer(["a": 1])
    #expect(try await [server.cache()].trim(to: 100) == 0)
    #expect(server.names == ["a"])
    #expect(server.compacted == 1)
  }

  @Test func `trimming removes the oldest copies of all servers until a fifth of the limit is free`() async throws {
    let one = StubServer(["a": 1, "b": 5, "c": 6])
    let two = StubServer(["d": 2, "e": 3, "f": 9, "g": 8])
    #expect(try await [one.cache(), two.cache()].trim(to: 60) == 30)
    #expect(one.names == ["b", "c"])
    #expect(two.names == ["f", "g"])
    #expect(one.compacted == 1)
    #expect(two.compacted == 1)
  }

  @Test func `trimming compacts only the caches that it changed`() async throws {
    let one = StubServer(["a": 1, "b": 1])
    let two = StubServer(["c": 2])
    _ = try await [one.cache(), two.cache()].trim(to: 20)
    #expect(one.names.isEmpty)
    #expect(two.names == ["c"])
    #expect(one.compacted == 1)
    #expect(two.compacted == 0)
  }

  @Test func `spared copies stay, even when they are the oldest and the limit is exceeded`() async throws {
    let server = StubServer(["a": 1, "b": 2, "c": 3])
    #expect(try await [server.cache(sparing: ["a", "b"])].trim(to: 5) == 10)
    #expect(server.names == ["a", "b"])
  }

  @Test func `without copies left, trimming shortens the lists of the largest server first, to at least one page`()
    async throws
  {
    let small = StubServer(["a": 1], pages: 2)
    let large = StubServer(["b": 2], pages: 16)
    #expect(try await [small.cache(), large.cache()].trim(to: 1_000) == 1_220)
    #expect(small.names.isEmpty)
    #expect(large.names.isEmpty)
    #expect(small.pages == 2)
    #expect(large.pages == 4)
    _ = try await [small.cache(), large.cache()].trim(to: 1)
    #expect(small.pages == 1)
    #expect(large.pages == 1)
  }

  @Test func `thousands of copies are removed in order of age across portions`() async throws {
    let one = StubServer(Dictionary(uniqueKeysWithValues: (0..<3_000).map { ("a\($0)", Double($0)) }))
    let two = StubServer(Dictionary(uniqueKeysWithValues: (0..<3_000).map { ("b\($0)", Double($0 + 1_000)) }))
    _ = try await [one.cache(), two.cache()].trim(to: 59_990)
    #expect(one.names.count + two.names.count == 4_799)
    #expect(one.names == Set((1_101..<3_000).map { "a\($0)" }) || one.names == Set((1_100..<3_000).map { "a\($0)" }))
  }

  @Test(arguments: 0..<8)
  func `a trimming killed after any step is completed by the next one with the same result`(steps: Int) async throws {
    let copies = ["a": 1.0, "b": 2, "c": 3]
    let whole = StubServer(copies, pages: 8)
    _ = try await [whole.cache()].trim(to: 300)
    let server = StubServer(copies, pages: 8, steps: steps)
    do { _ = try await [server.cache()].trim(to: 300) } catch is Killed {}
    server.steps.withLock { $0 = .max }
    _ = try await [server.cache()].trim(to: 300)
    #expect(server.names == whole.names)
    #expect(server.pages == whole.pages)
  }

  @Test func `two concurrent trims remove only the oldest copies, and at most one portion too many`() async throws {
    for _ in 0..<20 {
      let server = StubServer(Dictionary(uniqueKeysWithValues: (0..<100).map { ("\($0)", Double($0)) }))
      async let one = [server.cache()].trim(to: 800)
      async let two = [server.cache()].trim(to: 800)
      _ = try await (one, two)
      let count = server.names.count
      #expect(server.names == Set((100 - count..<100).map { "\($0)" }), "\(count)")
      #expect((28...64).contains(count), "\(count)")
    }
  }
}
