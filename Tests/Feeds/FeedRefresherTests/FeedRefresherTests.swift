import FeedRefresher
import FeedsRepository
import FeedsService
import Foundation
import NetworkClient
import Observed
import PostDomain
import Subscriptions
import Synchronization
import TestSupport
import Testing

/// Tests of a single refresh of many feeds.
@Suite(.timeLimit(.minutes(5)))
struct FeedRefresherTests {
  // MARK: - Limits

  @Test func `at most 32 of 200 feeds are asked at once, and unreachable hosts fail alone`() async throws {
    let gate = Gate()
    let all = sites(0..<200)
    let dead = Set(all.prefix(20))
    let feeds = StubFeeds(all) { id in
      try await gate.pause()
      return dead.contains(id) ? .failure(.unreachable(.unknownHost)) : .posts(3)
    }
    async let result = feeds.refresher().refresh(nil, .due)
    await gate.arrived(32)
    for _ in all { await gate.open() }
    let found = try await result
    #expect(feeds.most.all == 32)
    #expect(feeds.most.ofHost == 1)
    #expect(feeds.asked.count == 200)
    #expect(Set(feeds.asked) == Set(all))
    #expect(Set(found.failed.keys) == dead)
    #expect(found.answered == Dictionary(uniqueKeysWithValues: all.dropFirst(20).map { ($0, 3) }))
    #expect(found.arrived.count == 540)
    #expect(found.arrived.prefix(180).allSatisfy { $0.description.hasSuffix("#0") }, "newest first")
    #expect(found.skipped == 0)
  }

  @Test func `other feeds are asked while answers are saved, up to 64 in total`() async throws {
    let asking = Gate()
    let saving = Gate()
    let all = sites(0..<100)
    let feeds = StubFeeds(all) { _ in
      try await asking.pause()
      return .posts(1)
    } saving: {
      try await saving.pause()
    }
    async let result = feeds.refresher().refresh(nil, .due)
    await asking.arrived(32)
    for _ in 0..<64 { await asking.open() }
    await saving.arrived(64)
    #expect(feeds.asked.count == 64)
    for _ in 0..<36 {
      await saving.open()
      await asking.open()
    }
    for _ in 0..<64 { await saving.open() }
    #expect(try await result.answered.count == 100)
    #expect(feeds.most.all == 32)
  }

  @Test func `at most two feeds of each host are asked at once, also within one site`() async throws {
    let gate = Gate()
    let all = (0..<6).map { "https://a.example.org/\($0)" } + (0..<6).map { "https://b.example.org/\($0)" }
    let feeds = StubFeeds(all) { _ in
      try await gate.pause()
      return .posts(0)
    }
    async let result = feeds.refresher().refresh(nil, .due)
    await gate.arrived(4)
    for _ in all { await gate.open() }
    #expect(try await result.answered.count == 12)
    #expect(feeds.most.all == 4)
    #expect(feeds.most.ofHost == 2)
  }

  /// A search of the whole queue at each answer would take longer than the limit.
  @Test(.timeLimit(.minutes(1))) func `thousands of feeds of one host are asked one after the other`() async throws {
    let targets = (0..<20_000).map { number in
      let address = "https://example.org/\(number)"
      return FeedRefresher.Target(address, at: URL(string: address))
    }
    let operations = FeedRefresher.Operations(
      targets: { targets }, claim: { _, _, _ in true }, release: { _, _, _ in },
      ask: { _, answered in
        await answered()
        return []
      })
    let sut = FeedRefresher(operations, clock: TestClock(), now: { start })
    #expect(try await sut.refresh(nil, .all).answered.count == targets.count)
  }

  @Test func `a moved feed counts for its new host`() async throws {
    let gate = Gate()
    var moved = FeedState()
    moved.movedTo = "https://new.example.org/feed"
    let all = sites(0..<6)
    let feeds = StubFeeds(all, Dictionary(uniqueKeysWithValues: all.map { ($0, moved) })) { _ in
      try await gate.pause()
      return .posts(0)
    }
    async let result = feeds.refresher().refresh(nil, .due)
    await gate.arrived(2)
    for _ in all { await gate.open() }
    #expect(try await result.answered.count == 6)
    #expect(feeds.most.all == 2)
  }

  @Test func `files and commands have no limit per host`() async throws {
    let gate = Gate()
    let all = (0..<5).map { "file:///feed\($0)" } + (0..<5).map { "exec:feed\($0)" }
    let feeds = StubFeeds(all) { _ in
      try await gate.pause()
      return .posts(1)
    }
    async let result = feeds.refresher().refresh(nil, .due)
    await gate.arrived(10)
    for _ in all { await gate.open() }
    #expect(try await result.answered.count == 10)
  }

  @Test func `the feed unasked for longest is asked first, and failing feeds last`() async throws {
    let all = (0..<5).map { "https://example.org/\($0)" }
    let states = [
      all[0]: failed(90_000, .unreachable(.timedOut)), all[1]: answered(4_000), all[2]: answered(9_000),
      all[3]: answered(8_000),
    ]
    // After a pause, a site gets one request at a time.
    let feeds = StubFeeds(all + ["https://example.org/5"], states) {
      $0.hasSuffix("5") ? .failure(.rejected(status: 429), retryAfter: 0.000_1) : .posts(0)
    }
    feeds.change("https://example.org/5") { $0 = failed(90_000, .rejected(status: 429)) }
    let sut = feeds.refresher()
    let first = try await sut.refresh(["https://example.org/5"], .all)
    #expect(first.failed.count == 1)
    feeds.clock.advance(by: .seconds(1))
    feeds.forgetRequests()
    #expect(try await sut.refresh(Set(all), .due).answered.count == 5)
    #expect(feeds.asked == [4, 2, 3, 1, 0].map { all[$0] })
  }

  @Test func `a small refresh does not wait for a large one`() async throws {
    let gate = Gate()
    let all = sites(0..<100)
    let feeds = StubFeeds(all) { _ in
      try await gate.pause()
      return .posts(0)
    }
    let sut = feeds.refresher()
    async let result = sut.refresh(nil, .due)
    await gate.arrived(32)
    let last = try #require(Set(all).subtracting(feeds.asked).max())
    feeds.add("https://new.example/")
    async let other = sut.refresh([last, "https://new.example/"], .all)
    await sut.progress.wait { $0?.total == 101 }
    for _ in 0..<2 { await gate.open() }
    await gate.arrived(32)
    #expect(Set(feeds.asked[32...]) == [last, "https://new.example/"])
    for _ in 0..<99 { await gate.open() }
    #expect(try await (other.answered.count, result.answered.count) == (2, 100))
  }

  // MARK: - Progress

  @Test func `the progress counts feeds and new posts, and is nil at the end`() async throws {
    let gate = Gate()
    let all = sites(0..<3)
    let feeds = StubFeeds(all) { id in
      try await gate.pause()
      return id == all[0] ? .failure(.rejected(status: 404)) : .posts(2)
    }
    let sut = feeds.refresher()
    #expect(sut.progress.value == nil)
    let seen = CallRecorder<RefreshProgress?>()
    let stop = sut.progress.changes.watch { seen.record(sut.progress.value) }
    async let result = sut.refresh(nil, .due)
    await gate.arrived(3)
    #expect(sut.progress.value == RefreshProgress(done: 0, total: 3, arrived: 0))
    for done in 1...3 {
      await gate.open()
      await sut.progress.wait { $0.map { $0.done == done } ?? true }
    }
    _ = try await result
    stop()
    #expect(seen.all.map { $0?.done } == [0, 1, 2, nil])
    #expect(sut.progress.value == nil)
    #expect(Set(seen.all.compactMap { $0?.total }) == [3])
    #expect([2, 4].contains(seen.all.compactMap { $0?.arrived }.last))
  }

  @Test func `a refresh without a feed to ask shows no progress`() async throws {
    let feeds = StubFeeds(sites(0..<2), [sites(0..<1)[0]: answered(60)])
    let sut = feeds.refresher()
    let seen = CallRecorder<RefreshProgress?>()
    let stop = sut.progress.changes.watch { seen.record(sut.progress.value) }
    #expect(try await sut.refresh([sites(0..<1)[0]], .notJustAsked).skipped == 1)
    #expect(try await sut.refresh(["https://none.example/"], .all).skipped == 0)
    #expect(try await sut.refresh([], .all).answered == [:])
    stop()
    #expect(seen.all == [])
    #expect(feeds.asked == [])
  }

  // MARK: - Extents

  @Test(
    arguments: [
      // The state, and whether each of the extents `due`, `notJustAsked` and `all` requests the feed.
      (FeedState(), [true, true, true]), (answered(60), [false, false, true]), (answered(601), [false, true, true]),
      (answered(3_601), [true, true, true]), (answered(3_541), [true, true, true]),
      (answered(3_539), [false, true, true]), (answered(3_601) { $0.freshFor = 9_000 }, [false, true, true]),
      (answered(9_000) { $0.pausedUntil = start + 1 }, [false, false, false]),
      (answered(9_000) { $0.hasEnded = true }, [false, false, false]),
      (failed(60, .rejected(status: 503)), [false, false, false]),
      (failed(601, .rejected(status: 503)), [true, true, true]),
      (failed(60, .rejected(status: 404)), [false, false, true]),
      (failed(60, .unreachable(.unknownHost)), [false, true, true]),
      (answered(9_000) { $0.askedAt = start - 59 }, [false, false, false]),
      (answered(9_000) { $0.askedAt = start - 61 }, [true, true, true]),
    ] as [(FeedState, [Bool])])
  func `the extent and the state of a feed decide whether it is asked`(state: FeedState, expected: [Bool]) async throws
  {
    for (extent, isAsked) in zip([RefreshExtent.due, .notJustAsked, .all], expected) {
      let feeds = StubFeeds(sites(0..<1), [sites(0..<1)[0]: state])
      let result = try await feeds.refresher().refresh(nil, extent)
      #expect(feeds.asked.count == (isAsked ? 1 : 0), "\(extent)")
      #expect(result.skipped == (isAsked ? 0 : 1), "\(extent)")
    }
  }

  @Test func `feeds that have ended are counted, and asked only if that is wanted`() async throws {
    let ids = sites(0..<2)
    let ended = answered(9_000) { $0.hasEnded = true }
    let feeds = StubFeeds(ids, [ids[0]: ended, ids[1]: answered(60)])
    let result = try await feeds.refresher().refresh(nil, .notJustAsked)
    #expect(result.ended == 1)
    #expect(result.skipped == 2)
    let named = try await feeds.refresher().refresh([ids[0]], .named, ended: [ids[0]])
    #expect(named.answered == [ids[0]: 0])
    #expect(named.ended == 0)
    #expect(feeds.asked == [ids[0]])
  }

  @Test func `after an outage of all hosts every feed is due`() async throws {
    let all = sites(0..<3)
    var states = Dictionary(uniqueKeysWithValues: all.map { ($0, failed(60, .unreachable(.unknownHost), times: 5)) })
    #expect(try await StubFeeds(all, states).refresher().refresh(nil, .due).answered.count == 3)
    states[all[0]] = answered(60)
    #expect(try await StubFeeds(all, states).refresher().refresh(nil, .due).skipped == 3)
    let one = StubFeeds([all[1]], states)
    #expect(
      try await one.refresher().refresh(nil, .due).skipped == 1,
      "a single unknown host does not mean that the network is down")
  }

  @Test(
    arguments: [
      (answered(60_000), true), (answered(7_000), true), (answered(3_700), false), (answered(60), false),
      (failed(60, .rejected(status: 404)), false), (failed(60_000, .rejected(status: 404), times: 9), true),
      (failed(60, .unreachable(.refused)), true), (FeedState(), true),
    ] as [(FeedState, Bool)])
  func `feeds that failed without a network are due, if no server has answered since`(other: FeedState, isOutage: Bool)
    async throws
  {
    let all = sites(0..<4)
    for cause in [NetworkClient.Cause.unknownHost, .offline] {
      let long = failed(3_600, .unreachable(cause), times: 9)
      let feeds = StubFeeds(
        all, [all[0]: long, all[1]: long, all[2]: answered(60_000) { $0.freshFor = 90_000 }, all[3]: other])
      _ = try await feeds.refresher().refresh([all[0], all[1], all[2]], .due)
      #expect(feeds.asked.sorted() == (isOutage ? Array(all.prefix(2)) : []))
    }
  }

  @Test func `a feed on a machine without a network is due, also if it is the only one`() async throws {
    let feeds = StubFeeds(sites(0..<1), [sites(0..<1)[0]: failed(60, .unreachable(.offline), times: 9)])
    #expect(try await feeds.refresher().refresh(nil, .due).answered.count == 1)
  }

  // MARK: - Pauses

  @Test(arguments: [(429, 120, 120), (503, nil, 600)] as [(Int, Double?, Double)])
  func `a busy server pauses every feed of its site`(status: Int, retryAfter: Double?, pause: Double) async throws {
    let busy = (0..<5).map { "https://host\($0).example.org/" }
    let other = "https://example.net/"
    let feeds = StubFeeds(busy + [other]) {
      $0 == busy[2] ? .failure(.rejected(status: status), retryAfter: retryAfter) : .posts(0)
    }
    let sut = feeds.refresher()
    let first = try await sut.refresh([busy[2]], .due)
    #expect(first.failed[busy[2]] as? NetworkClient.Error == .rejected(status: status))
    for process in [sut, feeds.refresher()] {
      for extent in [RefreshExtent.due, .notJustAsked, .all] {
        let result = try await process.refresh(Set(busy), extent)
        #expect(result.skipped == 5)
        #expect(Set(result.paused.keys) == Set(busy))
        #expect(Set(result.paused.values) == [start + pause])
      }
    }
    #expect(try await sut.refresh([other], .due).answered.count == 1)
    feeds.clock.advance(by: .seconds(pause - 0.5))
    #expect(try await feeds.refresher().refresh(nil, .due).skipped == 6)
    feeds.clock.advance(by: .seconds(1))
    feeds.forgetRequests()
    let later = try await sut.refresh(Set(busy), .all)
    #expect(feeds.asked.first != busy[2], "the feed requested last does not come first")
    #expect(later.answered.count == 4)
    #expect(feeds.most.ofSite == 1, "after a pause, the site gets one request at a time")
  }

  @Test func `a busy server behind a redirect pauses its own site, and not that of the feed`() async throws {
    let all = ["https://example.org/1", "https://example.org/2", "https://example.net/"]
    let busy = URL(string: all[2])
    let feeds = StubFeeds(all) {
      $0 == all[0] ? .failure(.rejected(status: 429), retryAfter: 60, at: busy) : .posts(0)
    }
    let sut = feeds.refresher()
    _ = try await sut.refresh([all[0]], .due)
    for process in [sut, feeds.refresher()] {
      let result = try await process.refresh(nil, .all)
      #expect(Set(result.paused.keys) == [all[0], all[2]])
      #expect(Set(result.answered.keys) == [all[1]])
    }
  }

  @Test func `waiting feeds of a site are skipped at once when it is paused`() async throws {
    let gate = Gate()
    let all = (0..<10).map { "https://example.org/\($0)" }
    let feeds = StubFeeds(all) { _ in
      try await gate.pause()
      return .failure(.rejected(status: 429))
    }
    let sut = feeds.refresher()
    async let result = sut.refresh(nil, .due)
    await gate.arrived(2)
    await gate.open()
    await gate.open()
    let found = try await result
    #expect(found.failed.count == 2)
    #expect(found.skipped == 8)
    #expect(found.paused.count == 8)
    #expect(sut.progress.value == nil)
  }

  // MARK: - Joining and cancelling

  @Test func `a refresh of all that is repeated while it waits for a slow feed asks no other one twice`() async throws {
    let gate = Gate()
    let all = sites(0..<3)
    let feeds = StubFeeds(all) { id in
      if id == all[2] { try await gate.pause() }
      return .posts(1)
    }
    let sut = feeds.refresher()
    async let first = sut.refresh(nil, .all)
    await gate.arrived()
    await sut.progress.wait { $0?.done == 2 }
    async let second = sut.refresh(nil, .all)
    async let third = sut.refresh([all[0]], .all)
    #expect(try await third.answered == [all[0]: 1], "a person may want one feed again")
    await gate.open()
    #expect(try await first.answered.count == 3)
    #expect(try await second.answered == [all[2]: 1])
    #expect(try await second.skipped == 2)
    #expect(feeds.asked.sorted() == [all[0], all[0], all[1], all[2]])
  }

  @Test(arguments: [sites(0..<4), ["exec:0", "exec:1", "exec:2", "exec:3"]])
  func `a repeated refresh in which slow feeds fail has not only failed if others have just answered`(
    all: [String]
  ) async throws {
    let gate = Gate()
    let slow = Set(all.suffix(2))
    let feeds = StubFeeds(Array(all.dropLast())) { id in
      guard slow.contains(id) else { return .posts(1) }
      try await gate.pause()
      return .failure(.unreachable(.timedOut))
    }
    let sut = feeds.refresher()
    async let first = sut.refresh(nil, .all)
    await gate.arrived()
    await sut.progress.wait { $0?.done == 2 }
    feeds.add(all[3])
    async let second = sut.refresh(nil, .all)
    await gate.arrived(2)
    await gate.open()
    await gate.open()
    let results = [try await first, try await second]
    #expect(results.map(\.answered.count) == [2, 0])
    #expect(results[1].answeredBefore == [all[0], all[1]])
    #expect(results[1].skipped == 2)
    #expect(Set(results[1].failed.keys) == slow)
    #expect(results.map(\.hasOnlyFailed) == [false, false])
  }

  @Test func `a refresh joins a running request for the same feed`() async throws {
    let gate = Gate()
    let all = sites(0..<2)
    let feeds = StubFeeds(all) { _ in
      try await gate.pause()
      return .posts(1)
    }
    let sut = feeds.refresher()
    async let first = sut.refresh([all[0]], .due)
    await gate.arrived(1)
    async let second = sut.refresh(nil, .notJustAsked)
    await sut.progress.wait { $0?.total == 2 }
    await gate.open()
    await gate.open()
    #expect(try await first.answered == [all[0]: 1])
    #expect(try await second.answered == [all[0]: 1, all[1]: 1])
    #expect(try await second.skipped == 0)
    #expect(feeds.asked.sorted() == all)
  }

  @Test func `a feed that answered while the states were read is not asked again`() async throws {
    let gate = Gate()
    let calls = CallRecorder<Void>()
    let feeds = StubFeeds(sites(0..<1))
    var operations = feeds.operations
    operations.targets = {
      let targets = feeds.targets
      calls.record(())
      if calls.all.count == 1 { try await gate.pause() }
      return targets
    }
    let sut = FeedRefresher(operations, clock: feeds.clock, now: { feeds.now })
    async let slow = sut.refresh(nil, .all)
    await gate.arrived(1)
    #expect(try await sut.refresh(nil, .all).answered.count == 1)
    await gate.open()
    #expect(try await slow.skipped == 1)
    #expect(feeds.asked.count == 1)
  }

  @Test func `a cancelled refresh throws, and its feeds can be asked again`() async throws {
    let gate = Gate()
    let isOpen = Mutex(false)
    let all = sites(0..<100)
    let feeds = StubFeeds(all) { _ in
      if !isOpen.withLock({ $0 }) { try await gate.pause() }
      return .posts(1)
    }
    let sut = feeds.refresher()
    let task = Task { try await sut.refresh(nil, .due) }
    await gate.arrived(32)
    task.cancel()
    #expect(try await task.value.answered == [:])
    isOpen.withLock { $0 = true }
    #expect(feeds.asked.count == 32)
    let again = try await sut.refresh(nil, .notJustAsked)
    #expect(again.answered.count == 100)
    #expect(feeds.asked.count == 132)
    #expect(feeds.most.all == 32)
    #expect(sut.progress.value == nil)
    #expect(feeds.targets.allSatisfy { $0.state.failures == nil })
  }

  @Test func `the result of a cancelled refresh says what was done`() async throws {
    let gate = Gate()
    let all = sites(0..<4)
    let feeds = StubFeeds(all) { id in
      if id == all[0] { return .posts(2) }
      if id == all[1] { return .failure(.rejected(status: 404)) }
      try await gate.pause()
      return .posts(1)
    }
    let sut = feeds.refresher()
    let task = Task { try await sut.refresh(nil, .all) }
    await sut.progress.wait { $0?.done == 2 }
    task.cancel()
    let result = try await task.value
    #expect(result.answered == [all[0]: 2])
    #expect(result.failed.keys.sorted() == [all[1]])
    #expect(result.arrived.count == 2)
  }

  @Test func `feeds whose requests were cancelled can be asked at once, also by another process`()
    async throws
  {
    let gate = Gate()
    let isOpen = Mutex(false)
    let all = sites(0..<3)
    let feeds = StubFeeds(all, [all[0]: answered(7_200)]) { _ in
      if !isOpen.withLock({ $0 }) { try await gate.pause() }
      return .posts(1)
    }
    let task = Task { try await feeds.refresher().refresh(nil, .all) }
    await gate.arrived(3)
    #expect(feeds.targets.map(\.state.askedAt) == [start, start, start])
    task.cancel()
    #expect(try await task.value.answered == [:])
    #expect(feeds.targets.map(\.state.askedAt) == [start - 7_200, nil, nil])
    isOpen.withLock { $0 = true }
    let other = try await feeds.refresher().refresh(nil, .due)
    #expect(other.answered.count == 3)
    #expect(other.askedElsewhere == 0)
  }

  @Test func `cancelling a refresh leaves requests running that another refresh waits for`() async throws {
    let gate = Gate()
    let all = sites(0..<3)
    let feeds = StubFeeds(all) { _ in
      try await gate.pause()
      return .posts(1)
    }
    let sut = feeds.refresher()
    let task = Task { try await sut.refresh([all[0], all[1]], .due) }
    await gate.arrived(2)
    async let other = sut.refresh([all[1], all[2]], .due)
    await gate.arrived(3)
    task.cancel()
    #expect(try await task.value.answered == [:])
    await gate.open()
    await gate.open()
    #expect(try await other.answered == [all[1]: 1, all[2]: 1])
    #expect(feeds.state(all[0])?.answeredAt == nil)
  }

  @Test func `a feed is asked again only after a cancelled request has ended`() async throws {
    let gate = Gate()
    let feeds = StubFeeds(sites(0..<1)) { _ in
      // The reply takes a while longer after the request is cancelled.
      try await Task { try await gate.pause() }.value
      return .posts(1)
    }
    let sut = feeds.refresher()
    let task = Task { try await sut.refresh(nil, .all) }
    await gate.arrived(1)
    task.cancel()
    await sut.progress.wait { $0?.total == 0 }
    async let second = sut.refresh(nil, .all)
    await sut.progress.wait { $0?.total == 1 }
    #expect(feeds.asked.count == 1)
    await gate.open()
    #expect(try await task.value.answered == [:])
    await gate.open()
    #expect(try await second.answered.count == 1)
    #expect(feeds.asked.count == 2)
    #expect(feeds.most.all == 1)
  }

  @Test func `cancelling a refresh leaves the progress of the others`() async throws {
    let gate = Gate()
    let all = sites(0..<36)
    let feeds = StubFeeds(all) { _ in
      try await gate.pause()
      return .posts(1)
    }
    let sut = feeds.refresher()
    let task = Task { try await sut.refresh(Set(all[..<34]), .due) }
    await gate.arrived(32)
    async let other = sut.refresh(Set(all[34...]), .due)
    await sut.progress.wait { $0?.total == 36 }
    task.cancel()
    #expect(try await task.value.answered == [:])
    #expect(sut.progress.value == RefreshProgress(done: 0, total: 2))
    await gate.open()
    await gate.open()
    #expect(try await other.answered == [all[34]: 1, all[35]: 1])
    #expect(feeds.asked.count == 34)
  }

  @Test func `a refresh that is cancelled before it begins asks nothing`() async throws {
    let feeds = StubFeeds(sites(0..<3))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await feeds.refresher().refresh(nil, .due)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(feeds.asked == [])
  }

  // MARK: - Processes and errors

  @Test func `two processes never ask a feed twice`() async throws {
    let feeds = StubFeeds(sites(0..<100)) { _ in .posts(1) }
    async let first = feeds.refresher().refresh(nil, .due)
    async let second = feeds.refresher().refresh(nil, .due)
    let (one, two) = try await (first, second)
    #expect(feeds.asked.count == 100)
    #expect(Set(one.answered.keys).isDisjoint(with: two.answered.keys))
    #expect(one.answered.count + two.answered.count == 100)
    #expect(one.skipped + two.skipped == 100)
  }

  @Test func `a feed that another process is asking is skipped, also with the extent all`() async throws {
    let gate = Gate()
    let feeds = StubFeeds(sites(0..<1)) { _ in
      try await gate.pause()
      return .posts(0)
    }
    async let first = feeds.refresher().refresh(nil, .all)
    await gate.arrived(1)
    let skipped = try await feeds.refresher().refresh(nil, .all)
    #expect(skipped.skipped == 1)
    #expect(skipped.askedElsewhere == 1)
    await gate.open()
    #expect(try await first.answered.count == 1)
  }

  @Test func `a feed that another process claims first is not counted in the progress`() async throws {
    let gate = Gate()
    let all = sites(0..<3)
    let feeds = StubFeeds(all) { _ in
      try await gate.pause()
      return .posts(0)
    }
    var operations = feeds.operations
    operations.claim = { id, known, now in id == all[0] ? false : feeds.claim(id, known, now) }
    let sut = FeedRefresher(operations, clock: feeds.clock, now: { feeds.now })
    async let result = sut.refresh(nil, .all)
    await gate.arrived(2)
    await sut.progress.wait { $0.map { $0.total < 3 } == true }
    #expect(sut.progress.value == RefreshProgress(done: 0, total: 2))
    await gate.open()
    await gate.open()
    #expect(try await result.askedElsewhere == 1)
    #expect(try await result.answered.count == 2)
  }

  @Test func `a store error fails only its feed, and an error of the list fails the refresh`() async throws {
    struct DiskFull: Error {}
    let all = sites(0..<3)
    let feeds = StubFeeds(all) { id in
      if id == all[1] { throw DiskFull() }
      if id == all[2] { throw CancellationError() }
      return .posts(0)
    }
    var operations = feeds.operations
    operations.claim = { id, known, now in
      if id == all[0] { throw DiskFull() }
      return feeds.claim(id, known, now)
    }
    let sut = FeedRefresher(operations, clock: feeds.clock, now: { feeds.now })
    let result = try await sut.refresh(nil, .all)
    #expect(Set(result.failed.keys) == [all[0], all[1]])
    #expect(result.failed.values.allSatisfy { $0 is DiskFull })
    #expect(result.skipped == 1)
    operations.targets = { throw DiskFull() }
    let broken = FeedRefresher(operations, clock: feeds.clock, now: { feeds.now })
    await #expect(throws: DiskFull.self) { try await broken.refresh(nil, .all) }
  }
}
