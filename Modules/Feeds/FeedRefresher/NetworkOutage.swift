import Essentials
import FeedsService
import NetworkClient
import Subscriptions

/// The feeds that failed for want of a network, and the date to try one of them again.
struct NetworkOutage {
  /// The feeds that failed since the last answer.
  private(set) var feeds: Set<Subscription.ID> = []
  /// The date to try one of them again; nil while the network is there.
  private(set) var probeDate: Date?
  /// The feeds to be asked now that the network is back.
  private(set) var recovered: Set<Subscription.ID> = []
  private var probes = 0

  private static let first = 10.0
  private static let last = 300.0

  /// Takes the outcomes of a refresh.
  /// - Parameters:
  ///   - hasAnswer: Whether a server answered with a feed, or one of those that failed answered at all.
  ///   - asked: The feeds that answered or failed.
  ///   - failed: The states of the feeds that failed for want of a network.
  ///   - isAlone: Whether no other feed answered at its last request.
  mutating func note(
    hasAnswer: Bool, asked: [Subscription.ID], failed: [Subscription.ID: FeedState], isAlone: Bool, at now: Date
  ) {
    if hasAnswer {
      recovered.formUnion(feeds.subtracting(asked))
      feeds = []
      probeDate = nil
      probes = 0
      return
    }
    // A single host that has long been dead says nothing about the network.
    let hasLivingFeed = failed.values.contains { $0.failures == 1 || $0.failure?.error == .unreachable(.offline) }
    guard !failed.isEmpty, probeDate != nil || hasLivingFeed || isAlone else { return }
    feeds.formUnion(failed.keys)
    if probeDate == nil { scheduleProbe(now) }
  }

  /// Returns the feeds that failed for want of a network, by any process, if no server has answered since. Several hosts
  /// are unknown at once only without a network.
  static func feeds(in targets: [FeedRefresher.Target]) -> Set<Subscription.ID> {
    let lastAnswer = targets.lazy.filter { $0.site != nil }.compactMap(\.state.serverAnswer).max() ?? .distantPast
    let failed = targets.filter { target in
      target.site != nil && target.state.hasEnded != true && target.state.failedWithoutNetwork
        // A request may have ended some minutes after it began.
        && target.state.failedAt.map { $0.timeIntervalSince(lastAnswer) > 600 } ?? false
    }
    let isCertain = failed.contains { $0.state.failure?.error == .unreachable(.offline) }
    return isCertain || Set(failed.compactMap(\.site?.host)).count > 1 ? Set(failed.map(\.id)) : []
  }

  /// Adds feeds that failed in another process, or before this one began. One of them is tried at once.
  mutating func add(_ failed: Set<Subscription.ID>, at now: Date) {
    guard !failed.isSubset(of: feeds) else { return }
    feeds.formUnion(failed)
    probeDate = probeDate ?? now
  }

  private mutating func scheduleProbe(_ now: Date) {
    probeDate = now + min(Self.first * exp2(Double(probes)), Self.last)
    probes += 1
  }

  /// Returns the feed to try now, if it is time: of those that failed least, the one unasked longest.
  mutating func probe(_ states: [(id: Subscription.ID, state: FeedState)], at now: Date) -> Subscription.ID? {
    guard let probeDate, probeDate <= now else { return nil }
    scheduleProbe(now)
    return states.filter { feeds.contains($0.id) }.min {
      ($0.state.failures ?? 0, $0.state.askedAt ?? .distantPast)
        < ($1.state.failures ?? 0, $1.state.askedAt ?? .distantPast)
    }?.id
  }

  /// Returns the feeds to be asked now that the network is back, once.
  mutating func takeRecovered() -> Set<Subscription.ID> {
    defer { recovered = [] }
    return recovered
  }
}
