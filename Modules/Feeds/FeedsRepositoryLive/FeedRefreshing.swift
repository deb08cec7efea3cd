import CachedResource
import Database
import Essentials
import FeedRefresher
import FeedRules
import FeedsRepository
import FeedsService
import FeedsStore
import Observed
import PagedList
import PostDomain
import Subscriptions
import Synchronization

/// Refreshing of the subscribed feeds, and what their last answers said.
final class FeedRefreshing: Sendable {
  private let feeds: SubscribedFeeds
  private let refresher: FeedRefresher
  private let answered: @Sendable () async throws -> Void
  private let notices: Observed<[Subscription.ID: Refreshed]>

  /// - Parameter answered: Is called after a refresh in which a feed has answered.
  init(_ feeds: SubscribedFeeds, clock: any Clock<Duration>, answered: @escaping @Sendable () async throws -> Void) {
    self.feeds = feeds
    self.answered = answered
    // The addresses of the feeds that were claimed and are to be asked.
    let addresses = Observed<[Subscription.ID: URL]>([:])
    let notices = Observed<[Subscription.ID: Refreshed]>([:])
    self.notices = notices
    refresher = FeedRefresher(
      FeedRefresher.Operations(
        targets: { try await feeds.targets() },
        claim: { id, known, now in
          guard let address = try await feeds.address(of: id) else { return false }
          addresses.update { $0[id] = address }
          return try await feeds.store.claim(address, known, now)
        },
        release: { id, claimed, known in
          guard let address = try await feeds.address(of: id) else { return }
          try await feeds.store.release(address, claimed, known)
        },
        ask: { id, answered in
          guard let address = addresses.update({ $0.removeValue(forKey: id) }) else { throw CancellationError() }
          return try await feeds.ask(address, answered) { refreshed in notices.update { $0[id] = refreshed } }
        }), clock: clock, now: feeds.now)
  }

  var progress: Observed<RefreshProgress?> { refresher.progress }

  /// Refreshes the feeds of some rows, each once, until the task is cancelled.
  func refresh(_ rows: [FeedRow.ID], _ extent: RefreshExtent) async throws -> RefreshResult {
    var ids = Set<Subscription.ID>()
    var named = Set<Subscription.ID>()
    for row in rows where !rows.contains(.all) {
      ids.formUnion(try await feeds.listed(in: row).map(\.subscription.id))
      if extent == .named, case .feed(let id) = row { named.insert(id) }
    }
    let result = try await refresher.refresh(rows.contains(.all) ? nil : ids, extent, ended: named)
    // A task that was cancelled completes the result so far, too.
    return try await Task { try await completed(result) }.value
  }

  private func completed(_ result: RefreshResult) async throws -> RefreshResult {
    var result = result
    if !result.answered.isEmpty { try await answered() }
    // The posts are saved, even if they cannot be compared now.
    do { try await feeds.leaveOutDuplicates(of: &result) } catch is DatabaseError {}
    for (id, notice) in notices.value where result.answered[id] != nil { result.warnings[id] = notice.warning }
    return result
  }

  /// Refreshes the feeds that are due, until the task is cancelled.
  func refreshUntilCancelled(_ edited: ChangeSignal) async { await refresher.refreshUntilCancelled(edited) }

  /// Asks one feed, and returns what is to be said about its answer.
  /// - Throws: The error of the feed, or the reason why it was not asked.
  func refresh(_ feed: ListedFeed, _ extent: RefreshExtent) async throws -> Refreshed {
    let id = feed.subscription.id
    let result = try await refresh([.feed(id)], extent)
    try Task.checkCancellation()
    if let failure = result.failed[id] { throw failure }
    if result.answered[id] == nil {
      if result.ended > 0 { throw AnswerFailure.ended }
      if let end = result.paused[id] { throw AnswerFailure.pausedUntil(end) }
      if result.askedElsewhere > 0 { throw AnswerFailure.askedElsewhere }
      if try await feeds.address(of: id) == nil {
        throw ExplainedError("this feed is not in the file of feeds any more", advice: "Add it again with a.")
      }
    }
    return notices.update { $0.removeValue(forKey: id) } ?? Refreshed()
  }
}

extension SubscribedFeeds {
  /// Returns all feeds with their states.
  fileprivate func targets() async throws -> [FeedRefresher.Target] {
    let listed = try await listed()
    let states = try await store.states()
    let counts = try await parts.counts(now())
    return listed.map { feed in
      FeedRefresher.Target(
        feed.subscription.id, at: feed.subscription.source.address, states[feed.part] ?? FeedState(),
        perWeek: counts[feed.part]?.perWeek, interval: rules.rule(for: feed.subscription).refresh)
    }
  }

  /// Asks a feed, calls `answered` when its server has answered, and passes what is to be said about that to `note`.
  fileprivate func ask(
    _ address: URL, _ answered: @escaping @Sendable () async -> Void, _ note: (_ refreshed: Refreshed) -> Void
  ) async throws -> FeedRefresher.Arrived {
    answers.withLock { $0[address] = answered }
    defer { answers.withLock { $0[address] = nil } }
    let feed = try await feed(at: address)
    let before = try await store.state(address)
    let start = now()
    do {
      let load = try await load(address)
      note(load.refreshed)
      let isFirst = load.isFirst
      // The list has to know which of them arrived read.
      if isFirst, load.arrived > 0 { _ = try await feed.list.reader.flags([]) }
      var posts = load.arrived == 0 ? [] : try await self.arrived(in: feed.part, isFirst: isFirst, since: start)
      if !posts.isEmpty, try await !parts.others(posts.map(\.id)).isEmpty {
        // Some may have been read with another feed.
        _ = try await feed.list.reader.flags([])
        posts = try await self.arrived(in: feed.part, isFirst: isFirst, since: start)
      }
      return posts
    } catch let error as CancellationError {
      throw error
    } catch let error as DatabaseError {
      // Without its posts an answer does not count, and the feed is still due.
      var state = before
      let saved = try? await store.state(address)
      state.arrivingRead = saved?.arrivingRead ?? before.arrivingRead
      state.importedBy = saved?.importedBy ?? before.importedBy
      try? await store.setState(state, address)
      throw error
    } catch {
      throw FeedFailure(error, try await store.state(address))
    }
  }

  /// Leaves out the posts that arrived in two feeds and are shown with the other one. A post that is shown with a feed in
  /// which it did not count as new is named in the place of the one that did.
  fileprivate func leaveOutDuplicates(of result: inout RefreshResult) async throws {
    let others = try await parts.others(result.arrived)
    guard !others.isEmpty else { return }
    let reader = parts.reader(nil)
    func isShown(_ id: Post.ID) async throws -> Bool {
      try await reader.window(ListQuery(), .item(id, orRow: 0), 0, 0).items.first?.id == id
    }
    let feeds = Dictionary(try await listed().map { ($0.part, $0.subscription.id) }) { first, _ in first }
    let arrived = Set(result.arrived)
    var shown: [Post.ID: Post.ID?] = [:]
    for (id, group) in others where try await !isShown(id) {
      if group.contains(where: { arrived.contains($0.id) }) {
        shown.updateValue(nil, forKey: id)
        if let part = try await parts.part(id), let feed = feeds[part] { result.answered[feed]? -= 1 }
      } else {
        for other in group where try await isShown(other.id) { shown.updateValue(other.id, forKey: id) }
      }
    }
    result.arrived = result.arrived.compactMap { id in shown[id, default: id] }
  }

  /// Returns the posts of a feed that arrived since a date, or with its first load, as far as they are unread.
  private func arrived(in part: Int, isFirst: Bool, since start: Date) async throws -> FeedRefresher.Arrived {
    let reader = parts.reader([part])
    if isFirst {
      var all: FeedRefresher.Arrived = []
      for try await ids in reader.ids(ListQuery(filters: [.unread])) { all += ids.map { ($0, start) } }
      return all
    }
    var portions = ListPortions(reader, ListQuery(condition: .arrived(after: start.addingTimeInterval(-0.001))))
    var all: FeedRefresher.Arrived = []
    while let window = try await portions.next(500) {
      all += window.items.map { ($0.id, $0.item?.listDate ?? $0.item?.date ?? start) }
    }
    return all
  }
}
