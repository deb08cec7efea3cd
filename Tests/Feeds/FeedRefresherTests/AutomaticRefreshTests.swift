import FeedRefresher
import FeedsRepository
import FeedsService
import Foundation
import NetworkClient
import Observed
import Subscriptions
import Synchronization
import TestSupport
import Testing

/// Tests of automatic refreshing, which runs until it is cancelled.
@Suite(.timeLimit(.minutes(5)))
struct AutomaticRefreshTests {
  @Test func `feeds are asked at once, and again when they are due`() async {
    let all = sites(0..<3)
    let feeds = StubFeeds(all, [all[1]: answered(600), all[2]: answered(0) { $0.freshFor = 7_200 }])
    let task = refreshing(feeds.refresher())
    await feeds.clock.sleeping(for: .seconds(3_000))
    #expect(feeds.asked == [all[0]])
    feeds.clock.advance(by: .seconds(3_000))
    await feeds.clock.sleeping(for: .seconds(600))
    #expect(feeds.asked == [all[0], all[1]])
    feeds.clock.advance(by: .seconds(600))
    await feeds.clock.sleeping(for: .seconds(3_000))
    #expect(feeds.asked == [all[0], all[1], all[0]])
    await end(task)
  }

  @Test func `a feed with its own interval is asked at that interval`() async {
    let all = sites(0..<2)
    let feeds = StubFeeds(all)
    feeds.set(all[1], every: .seconds(1_800))
    let task = refreshing(feeds.refresher())
    await feeds.clock.sleeping(for: .seconds(1_800))
    #expect(feeds.asked.sorted() == all)
    feeds.clock.advance(by: .seconds(1_800))
    await feeds.clock.sleeping(for: .seconds(1_800))
    #expect(feeds.asked.sorted() == all + [all[1]])
    await end(task)
  }

  @Test func `offline, only files and commands are asked, and no claim blocks another process`() async throws {
    let all = sites(0..<40) + ["exec:feed"]
    let feeds = StubFeeds(all) { id in
      guard id.hasPrefix("exec:") else { throw NetworkClient.Error.unreachable(.notUsed) }
      return .posts(1)
    }
    let sut = feeds.refresher()
    let task = refreshing(sut)
    await feeds.clock.sleeping(for: .seconds(3_600))
    #expect(feeds.targets.map(\.state.askedAt) == Array(repeating: nil, count: 40) + [start])
    let first = feeds.asked.count
    #expect(first <= 33, "once the network is known to be unused, no more feeds are requested")
    let asked = try await sut.refresh(nil, .all)
    #expect(asked.failed.count == 40)
    #expect(
      asked.failed.values.compactMap { $0 as? NetworkClient.Error }
        == Array(repeating: .unreachable(.notUsed), count: 40))
    #expect(feeds.asked.count == first + 1)
    await end(task)
    #expect(
      try await feeds.refresher().refresh([all[0]], .due).failed.count == 1, "another process requests the feed at once"
    )
    #expect(feeds.asked.last == all[0])
  }

  @Test func `a feed that is added is asked at once`() async {
    let gate = Gate()
    let feeds = StubFeeds([]) { _ in
      try await gate.pause()
      return .posts(1)
    }
    let changes = ChangeSource()
    let sut = feeds.refresher()
    let task = Task { await sut.refreshUntilCancelled(changes.signal) }
    await feeds.clock.sleeping(for: .seconds(3_600))
    feeds.add(sites(0..<1)[0])
    changes.send()
    await gate.arrived()
    #expect(sut.progress.value == RefreshProgress(done: 0, total: 1, arrived: 0))
    feeds.add(sites(1..<2)[0])
    changes.send()
    await gate.open()
    await gate.arrived()
    await gate.open()
    await feeds.clock.sleeping(for: .seconds(3_600))
    #expect(feeds.asked == sites(0..<2))
    await end(task)
  }

  @Test func `feeds of a rate-limited server are all read, and none is asked during a pause`() async {
    let last = Mutex(Date.distantPast)
    let refused = Mutex(0)
    let early = Mutex(0)
    let clock = Mutex<StubFeeds?>(nil)
    let all = (0..<20).map { "https://www.example.org/\($0)" }
    let feeds = StubFeeds(all) { _ in
      guard let now = clock.withLock({ $0?.now }) else { return .posts(0) }
      let elapsed = last.withLock { last in
        defer { if now.timeIntervalSince(last) >= 60 { last = now } }
        return now.timeIntervalSince(last)
      }
      if elapsed >= 60 { return .posts(1) }
      if elapsed > 0 { early.withLock { $0 += 1 } }
      refused.withLock { $0 += 1 }
      return .failure(.rejected(status: 429), retryAfter: 60 - elapsed)
    }
    clock.withLock { $0 = feeds }
    let task = refreshing(feeds.refresher())
    while feeds.now < start + 3_000 {
      await feeds.clock.sleeping()
      feeds.clock.advance(by: feeds.clock.remaining.first ?? .seconds(60))
    }
    #expect(feeds.targets.filter { $0.state.answeredAt == nil }.map(\.id) == [])
    #expect(early.withLock { $0 } == 0)
    #expect(refused.withLock { $0 } <= 13)
    #expect(feeds.asked.count <= 33)
    await end(task)
    clock.withLock { $0 = nil }
  }

  // MARK: - The network

  @Test func `when the network returns, the feeds that failed without it are asked again`() async {
    let isOffline = Mutex(true)
    let all = sites(0..<5)
    let feeds = StubFeeds(all) { id in
      if id == all[4] { return .failure(.rejected(status: 404)) }
      return isOffline.withLock { $0 } ? .failure(.unreachable(.unknownHost)) : .posts(1)
    }
    let task = refreshing(feeds.refresher())
    var probes: [Subscription.ID] = []
    for pause in [10, 20, 40, 80, 160, 300, 300] as [Int64] {
      await feeds.clock.sleeping(for: .seconds(pause))
      probes += feeds.asked
      feeds.forgetRequests()
      feeds.clock.advance(by: .seconds(pause))
    }
    #expect(probes.count == 11)
    #expect(Set(probes.dropFirst(5).prefix(4)) == Set(all.prefix(4)), "the probes take turns among the feeds")
    await feeds.clock.sleeping(for: .seconds(300))
    feeds.forgetRequests()
    isOffline.withLock { $0 = false }
    feeds.clock.advance(by: .seconds(300))
    // The feed with 404 is due an hour after its failure.
    await feeds.clock.sleeping(for: .seconds(3_600 - 1_210))
    #expect(feeds.asked.count == 4)
    #expect(Set(feeds.asked) == Set(all.prefix(4)))
    await end(task)
  }

  @Test func `a manual refresh that succeeds ends an outage`() async throws {
    let isOffline = Mutex(true)
    let all = sites(0..<3)
    let feeds = StubFeeds(all) { _ in
      isOffline.withLock { $0 } ? .failure(.unreachable(.offline)) : .posts(1)
    }
    let sut = feeds.refresher()
    let task = refreshing(sut)
    await feeds.clock.sleeping(for: .seconds(10))
    isOffline.withLock { $0 = false }
    #expect(try await sut.refresh([all[0]], .notJustAsked).answered.count == 1)
    await feeds.clock.sleeping(for: .seconds(3_600))
    #expect(feeds.targets.map(\.state.failures) == [nil, nil, nil])
    #expect(feeds.asked.count == 6)
    await end(task)
  }

  @Test(arguments: [NetworkClient.Cause.refused, .notConnected, .timedOut, .lost])
  func `when no host answers, an outage begins, and any answer of one ends it`(cause: NetworkClient.Cause) async {
    let isOffline = Mutex(true)
    let all = sites(0..<3)
    let feeds = StubFeeds(all) { id in
      isOffline.withLock { $0 } ? .failure(.unreachable(cause)) : .failure(.rejected(status: 404))
    }
    let task = refreshing(feeds.refresher())
    await feeds.clock.sleeping(for: .seconds(10))
    isOffline.withLock { $0 = false }
    feeds.forgetRequests()
    feeds.clock.advance(by: .seconds(10))
    await feeds.clock.sleeping(for: .seconds(3_600))
    #expect(Set(feeds.asked) == Set(all))
    await end(task)
  }

  @Test func `a host that refuses among others that answer, and one that refuses alone, do not look like an outage`()
    async
  {
    let all = sites(0..<3)
    for count in [3, 1] {
      let feeds = StubFeeds(Array(all.prefix(count))) { id in
        id == all[0] ? .failure(.unreachable(.refused)) : .failure(.rejected(status: 404))
      }
      let task = refreshing(feeds.refresher())
      await feeds.clock.sleeping(for: .seconds(3_600))
      #expect(feeds.asked.count == count)
      await end(task)
    }
  }

  @Test func `a host that has long been dead does not look like an outage`() async {
    let all = sites(0..<2)
    let feeds = StubFeeds(all, [all[0]: answered(0), all[1]: failed(90_000, .unreachable(.unknownHost), times: 3)]) {
      _ in .failure(.unreachable(.unknownHost))
    }
    let task = refreshing(feeds.refresher())
    await feeds.clock.sleeping(for: .seconds(3_600))
    #expect(feeds.asked == [all[1]])
    await end(task)
  }

  @Test func `an outage from before the start is detected`() async {
    let all = sites(0..<3)
    let long = failed(90_000, .unreachable(.unknownHost), times: 3)
    let feeds = StubFeeds(all, Dictionary(uniqueKeysWithValues: all.map { ($0, long) })) { _ in
      .failure(.unreachable(.unknownHost))
    }
    let task = refreshing(feeds.refresher())
    await feeds.clock.sleeping(for: .seconds(10))
    #expect(feeds.asked.count == 3)
    await end(task)
  }

  @Test func `the end of an outage that another process met is noticed at once`() async {
    let all = sites(0..<4)
    let long = failed(3_000, .unreachable(.unknownHost), times: 9)
    let feeds = StubFeeds(
      all, [all[0]: long, all[1]: long, all[2]: long, all[3]: answered(9_000) { $0.freshFor = 90_000 }])
    let task = refreshing(feeds.refresher())
    await feeds.clock.sleeping(for: .seconds(3_600))
    #expect(feeds.asked.count == 3)
    #expect(Set(feeds.asked) == Set(all.prefix(3)))
    await end(task)
  }

  @Test func `an outage that another process meets is tried until it ends`() async {
    let isOffline = Mutex(true)
    let all = sites(0..<3)
    let feeds = StubFeeds(all, Dictionary(uniqueKeysWithValues: all.map { ($0, answered(0)) })) { _ in
      isOffline.withLock { $0 } ? .failure(.unreachable(.offline)) : .posts(1)
    }
    let sut = feeds.refresher()
    let changes = ChangeSource()
    let task = Task { await sut.refreshUntilCancelled(changes.signal) }
    await feeds.clock.sleeping(for: .seconds(3_600))
    #expect(feeds.asked == [])
    feeds.clock.advance(by: .seconds(1_800))
    for id in all.prefix(2) {
      feeds.change(id) { $0 = failed(-1_799, .unreachable(.offline)) }
    }
    changes.send()
    await feeds.clock.sleeping(for: .seconds(10))
    #expect(feeds.asked.count == 1)
    isOffline.withLock { $0 = false }
    feeds.clock.advance(by: .seconds(10))
    await feeds.clock.sleeping(for: .seconds(1_790))
    #expect(Set(feeds.asked) == Set(all.prefix(2)))
    await end(task)
  }

  // MARK: - Errors

  @Test func `unreadable states are read again after a minute`() async {
    struct StoreFailed: Error {}
    let isBroken = Mutex(true)
    let feeds = StubFeeds(sites(0..<1))
    var operations = feeds.operations
    operations.targets = {
      if isBroken.withLock({ $0 }) { throw StoreFailed() }
      return feeds.targets
    }
    let task = refreshing(FeedRefresher(operations, clock: feeds.clock, now: { feeds.now }))
    await feeds.clock.sleeping(for: .seconds(60))
    isBroken.withLock { $0 = false }
    feeds.clock.advance(by: .seconds(60))
    await feeds.clock.sleeping(for: .seconds(3_600))
    #expect(feeds.asked.count == 1)
    await end(task)
  }

  @Test(arguments: [true, false])
  func `a feed whose state cannot be saved is asked at most once a minute`(isClaimed: Bool) async {
    let feeds = StubFeeds(sites(0..<1))
    var operations = feeds.operations
    operations.targets = { sites(0..<1).map { .init($0, at: URL(string: $0)) } }
    operations.claim = { _, _, _ in isClaimed }
    let task = refreshing(FeedRefresher(operations, clock: feeds.clock, now: { feeds.now }))
    for round in 1...3 {
      await feeds.clock.sleeping(for: .seconds(60))
      #expect(feeds.asked.count == (isClaimed ? round : 0))
      feeds.clock.advance(by: .seconds(60))
    }
    await end(task)
  }

  @Test func `cancelling an automatic refresh stops its requests`() async {
    let gate = Gate()
    let feeds = StubFeeds(sites(0..<40)) { _ in
      try await gate.pause()
      return .posts(0)
    }
    let sut = feeds.refresher()
    let task = refreshing(sut)
    await gate.arrived(32)
    await end(task)
    await sut.progress.wait { $0 == nil }
    #expect(feeds.asked.count == 32)
    #expect(feeds.clock.remaining == [])
  }

  private func refreshing(_ sut: FeedRefresher) -> Task<Void, Never> { Task { await sut.refreshUntilCancelled() } }

  private func end(_ task: Task<Void, Never>) async {
    task.cancel()
    await task.ended
  }
}
