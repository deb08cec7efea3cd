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

/// Two processes that refresh the same feeds at random, from servers that fail at random.
@Suite(.timeLimit(.minutes(5)))
struct RefreshWalkTests {
  /// The servers, which record requests that break the limits.
  private final class FailingServers: Sendable {
    struct Box {
      var random: SeededGenerator
      var pauses: [String: Date] = [:]
      /// The pauses that both processes can know.
      var known: [String: Date] = [:]
      var now = start
      var inFlight: Set<Subscription.ID> = []
      var violations: [String] = []
      var isConcurrent = false
    }

    let box: Mutex<Box>

    init(_ seed: UInt64) { box = Mutex(Box(random: SeededGenerator(seed: seed))) }

    func reply(_ id: Subscription.ID) async -> StubFeeds.Reply {
      let site = URL(string: id).flatMap { WebSite($0) }?.name ?? id
      let reply: StubFeeds.Reply = box.withLock { box in
        if !box.inFlight.insert(id).inserted { box.violations.append("\(id) twice at once") }
        if !box.isConcurrent, let end = box.known[site], end > box.now { box.violations.append("\(id) in a pause") }
        switch Int.random(in: 0..<10, using: &box.random) {
        case 0: return .failure(.unreachable(.unknownHost))
        case 1: return .failure(.rejected(status: 404))
        case 2: return .failure(.unreachable(.timedOut))
        case 3: return .failure(.rejected(status: 503))
        case 4:
          return .failure(.rejected(status: 429), retryAfter: Double(Int.random(in: 1...5_000, using: &box.random)))
        default: return .posts(Int.random(in: 0...3, using: &box.random))
        }
      }
      for _ in 0..<box.withLock({ Int.random(in: 0...3, using: &$0.random) }) { await Task.yield() }
      box.withLock { box in
        box.inFlight.remove(id)
        if case .failure(.rejected(let status), let seconds, _) = reply, [429, 503].contains(status) {
          box.pauses[site] = max(box.pauses[site] ?? start, box.now + (seconds ?? 600))
        }
      }
      return reply
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `random refreshes by two processes respect limits, pauses and claims, and ask every feed`(seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: 1_000 + seed)
    let servers = FailingServers(seed)
    let all = (0..<60).map { "https://host\($0 % 7).site\($0 % 3).example/\($0)" } + ["file:///a", "exec:b"]
    let feeds = StubFeeds(all) { await servers.reply($0) }
    let processes = [feeds.refresher(), feeds.refresher()]
    var asked = 0
    for step in 0..<100 {
      let extents = [RefreshExtent.due, .notJustAsked, .all]
      let chosen = Set(all.filter { _ in Int.random(in: 0..<4, using: &random) > 0 })
      let first = extents[Int.random(in: 0..<3, using: &random)]
      let second = extents[Int.random(in: 0..<3, using: &random)]
      let isConcurrent = Int.random(in: 0..<3, using: &random) == 0
      servers.box.withLock {
        $0.isConcurrent = isConcurrent
        $0.now = feeds.now
        $0.known = $0.pauses
      }
      let before = feeds.asked.count
      if isConcurrent {
        async let one = processes[0].refresh(chosen, first)
        async let two = processes[1].refresh(nil, second)
        async let three = processes[1].refresh(chosen, first)
        for (result, count) in [
          (try await one, chosen.count), (try await two, all.count), (try await three, chosen.count),
        ] {
          #expect(result.answered.count + result.failed.count + result.skipped == count, "step \(step)")
        }
      } else {
        let result = try await processes[step % 2].refresh(chosen, first)
        #expect(result.answered.count + result.failed.count + result.skipped == chosen.count, "step \(step)")
        #expect(feeds.asked.count - before == result.answered.count + result.failed.count, "step \(step)")
        #expect(result.arrived.count == result.answered.values.reduce(0, +), "step \(step)")
      }
      for process in processes { #expect(process.progress.value == nil, "step \(step)") }
      asked += feeds.asked.count - before
      feeds.clock.advance(by: .seconds(Int.random(in: 1...2_000, using: &random)))
    }
    #expect(servers.box.withLock { $0.violations } == [])
    #expect(feeds.most.all <= 64)
    #expect(feeds.most.ofHost <= 4, "at most two for each process")
    #expect(asked > 500)
    #expect(feeds.targets.filter { $0.state.askedAt == nil }.map(\.id) == [])
  }
}
