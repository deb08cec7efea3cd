import ComicDomain
import ComicsRepository
import Foundation
import PagedList
import Synchronization
import TestSupport
import Testing

/// The number of round trips that thirty comics take. No test waits for a clock: the test answers requests in the order
/// in which they were sent, as many at a time as may be in flight.
@Suite(.timeLimit(.minutes(5)))
struct RoundTripTests {
  /// The requests that wait for their answers, oldest first.
  final class PendingRequests: Sendable {
    private let waiting = Mutex<[Gate]>([])
    private let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation

    init() { (arrivals, arrived) = AsyncStream.makeStream() }

    func pause() async throws {
      let gate = Gate()
      waiting.withLock { $0.append(gate) }
      arrived.yield()
      try await gate.pause()
    }

    /// Waits for a number of requests.
    func asked(_ count: Int) async {
      var arrivals = arrivals.makeAsyncIterator()
      while waiting.withLock({ $0.count }) < count { if await arrivals.next() == nil { return } }
    }

    /// Waits for a number of requests, and answers them.
    func answer(_ count: Int) async {
      await asked(count)
      let gates = waiting.withLock { waiting in
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
      }
      for gate in gates { await gate.open() }
    }
  }

  let rounds = PendingRequests()

  func scenario() -> ComicsScenario {
    ComicsScenario(ComicServer(latest: 1_000) { [rounds] _ in try await rounds.pause() })
  }

  @Test(arguments: [[1, 8, 8, 8, 8], [1, 32]])
  func `thirty comics come in five round trips of eight, or in two of thirty-two`(trips: [Int]) async throws {
    let sut = scenario().repository()
    let reading = Task {
      _ = try await sut.list.refresh()
      _ = try await sut.list.load(0..<30)
    }
    for trip in trips { await rounds.answer(trip) }
    let rows = try await sut.list.rows(atLeast: 30)
    #expect(rows.map(\.id.number) == Array((1_001 - rows.count...1_000).reversed()))
    reading.cancel()
    _ = try? await reading.value
  }

  @Test func `loading rows during the first page's request takes no more round trips`() async throws {
    let sut = scenario().repository()
    async let refreshed = sut.list.refresh()
    await rounds.asked(1)
    let loading = Task { try await sut.list.load(0..<30) }
    for trip in [1, 8, 8, 8, 8] { await rounds.answer(trip) }
    #expect(try await sut.list.rows(atLeast: 30).count >= 30)
    _ = try await refreshed
    loading.cancel()
    _ = try? await loading.value
  }

  @Test func `comics are listed in order as they arrive`() async throws {
    let gates = (0...20).map { _ in Gate() }
    let server = ComicServer(latest: 20) { number in if let number { try await gates[number].pause() } }
    let sut = ComicsScenario(server).repository()
    let refreshing = Task { try await sut.list.refresh() }
    #expect(try await sut.list.rows(atLeast: 1).map(\.id.number) == [20])
    await gates[18].open()
    await gates[17].open()
    await gates[19].open()
    #expect(try await sut.list.rows(atLeast: 4).map(\.id.number) == [20, 19, 18, 17])
    await gates[16].open()
    _ = try await refreshing.value
    #expect(try await sut.list.numbers() == [20, 19, 18, 17, 16])
  }

  @Test func `prewarm requests the first page once, and a refresh does not request the latest again`() async throws {
    let scenario = scenario()
    let sut = scenario.repository()
    async let warmed: Void = sut.list.prewarm()
    await rounds.answer(1)
    await rounds.answer(4)
    await warmed
    let asked = scenario.server.asked()
    #expect(asked.first == .some(nil))
    #expect(Set(asked.dropFirst()) == [999, 998, 997, 996])
    _ = try await sut.list.refresh()
    #expect(try await sut.list.numbers() == [1_000, 999, 998, 997, 996])
    #expect(!scenario.server.asked().contains(nil))
  }
}
