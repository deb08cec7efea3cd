import Essentials
import FeedRefresher
import FeedsRepository
import FeedsService
import NetworkClient
import PostDomain
import Subscriptions
import Synchronization
import TestSupport

/// Stub feeds, which save their states like a store and record the requests.
final class StubFeeds: Sendable {
  enum Reply: Sendable {
    /// An answer with this number of new posts.
    case posts(Int)
    case failure(NetworkClient.Error, retryAfter: Double? = nil, at: URL? = nil)
  }

  private struct Box {
    var targets: [FeedRefresher.Target] = []
    var requests: [Subscription.ID: Date] = [:]
    var asked: [Subscription.ID] = []
    var inFlight: [String: Int] = [:]
    var most: (all: Int, ofHost: Int, ofSite: Int) = (0, 0, 0)
  }

  let clock = TestClock()
  private let box = Mutex(Box())
  private let reply: @Sendable (Subscription.ID) async throws -> Reply
  /// The work between the report that an answer has arrived and its end; nil to report no arrival.
  private let saving: (@Sendable () async throws -> Void)?

  init(
    _ addresses: [String], _ states: [Subscription.ID: FeedState] = [:],
    reply: @escaping @Sendable (_ id: Subscription.ID) async throws -> Reply = { _ in .posts(0) },
    saving: (@Sendable () async throws -> Void)? = nil
  ) {
    self.saving = saving
    self.reply = reply
    box.withLock { $0.targets = addresses.map { .init($0, at: URL(string: $0), states[$0] ?? FeedState()) } }
  }

  var now: Date { start + clock.now.offset / .seconds(1) }

  /// The requested feeds, in order.
  var asked: [Subscription.ID] { box.withLock { $0.asked } }
  /// The highest numbers of concurrent requests: in all, to one host, and to one site.
  var most: (all: Int, ofHost: Int, ofSite: Int) { box.withLock { $0.most } }

  func state(_ id: Subscription.ID) -> FeedState? { targets.first { $0.id == id }?.state }

  func change(_ id: Subscription.ID, _ change: @Sendable (inout FeedState) -> Void) {
    box.withLock { box in
      for index in box.targets.indices where box.targets[index].id == id { change(&box.targets[index].state) }
    }
  }

  func set(_ id: Subscription.ID, every interval: Duration) {
    box.withLock { box in
      for index in box.targets.indices where box.targets[index].id == id { box.targets[index].interval = interval }
    }
  }

  func add(_ address: String) { box.withLock { $0.targets.append(.init(address, at: URL(string: address))) } }

  func forgetRequests() { box.withLock { $0.asked = [] } }

  var targets: [FeedRefresher.Target] {
    box.withLock { box in
      box.targets.map { target in
        var target = target
        target.state.askedAt = [target.state.askedAt, box.requests[target.id]].compactMap(\.self).max()
        return target
      }
    }
  }

  func claim(_ id: Subscription.ID, _ known: Date?, _ now: Date) -> Bool {
    box.withLock { box in
      let last = [box.requests[id], box.targets.first { $0.id == id }?.state.askedAt].compactMap(\.self).max()
      if let last, last > known ?? .distantPast { return false }
      box.requests[id] = now
      return true
    }
  }

  func release(_ id: Subscription.ID, _ claimed: Date, _ known: Date?) {
    box.withLock { if $0.requests[id] == claimed { $0.requests[id] = known } }
  }

  func ask(
    _ id: Subscription.ID, _ answered: @escaping @Sendable () async -> Void
  ) async throws -> FeedRefresher.Arrived {
    let site = URL(string: id).flatMap { WebSite($0) }
    let date = now
    count(site, 1)
    box.withLock { $0.asked.append(id) }
    let reply: Reply
    do {
      defer { count(site, -1) }
      reply = try await self.reply(id)
    }
    if let saving {
      await answered()
      try await saving()
    }
    change(id) { state in
      state.askedAt = date
      state.pausedUntil = nil
      state.busyAddress = nil
      switch reply {
      case .posts:
        state.answeredAt = date
        state.failures = nil
        state.failedAt = nil
        state.failure = nil
      case .failure(let error, let seconds, let address):
        state.failures = (state.failures ?? 0) + 1
        state.failedAt = date
        state.failure = FailureRecord(error)
        state.pausedUntil = seconds.map { date + $0 }
        state.busyAddress = address
      }
    }
    switch reply {
    case .failure(let error, _, _): throw FeedFailure(error, state(id) ?? FeedState())
    case .posts(let number):
      return (0..<number).map { (Post.ID("\(id)#\($0)"), start - Double($0)) }
    }
  }

  private func count(_ site: WebSite?, _ change: Int) {
    guard let site else { return }
    box.withLock { box in
      box.inFlight["", default: 0] += change
      box.inFlight["host " + site.host, default: 0] += change
      box.inFlight["site " + site.name, default: 0] += change
      box.most.all = max(box.most.all, box.inFlight["", default: 0])
      box.most.ofHost = max(box.most.ofHost, box.inFlight["host " + site.host, default: 0])
      box.most.ofSite = max(box.most.ofSite, box.inFlight["site " + site.name, default: 0])
    }
  }

  var operations: FeedRefresher.Operations {
    .init(
      targets: { self.targets }, claim: { self.claim($0, $1, $2) }, release: { self.release($0, $1, $2) },
      ask: { id, answered in try await self.ask(id, answered) })
  }

  /// Returns a new refresher, like that of another process.
  func refresher() -> FeedRefresher { FeedRefresher(operations, clock: clock, now: { self.now }) }
}

/// The date at which the clock starts.
let start = Date(timeIntervalSince1970: 1_767_225_600)

/// Returns feeds of different sites.
func sites(_ numbers: Range<Int>) -> [String] { numbers.map { "https://site\($0).example/feed" } }

/// Returns the state of a feed that answered some seconds before the clock starts.
func answered(_ seconds: Double, _ change: (inout FeedState) -> Void = { _ in }) -> FeedState {
  var state = FeedState()
  state.askedAt = start - seconds
  state.answeredAt = start - seconds
  change(&state)
  return state
}

/// Returns the state of a feed that failed some seconds before the clock starts.
func failed(_ seconds: Double, _ error: NetworkClient.Error, times: Int = 1) -> FeedState {
  var state = FeedState()
  state.askedAt = start - seconds
  state.failedAt = start - seconds
  state.failures = times
  state.failure = FailureRecord(error)
  return state
}
