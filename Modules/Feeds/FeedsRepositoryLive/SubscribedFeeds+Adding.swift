import CachedResource
import Essentials
import FeedPosts
import FeedsRepository
import FeedsService
import FeedsStore
import FlagsStore
import NetworkClient
import PagedList
import PostDomain
import PostsRepository
import Subscriptions
import SubscriptionsStore

extension SubscribedFeeds {
  /// Finds the feed at an address that a person pasted, loads it, and adds its line to the file.
  func add(_ text: String, _ options: AddOptions) async throws -> AddedFeed {
    guard let pasted = PastedAddress(text) else { throw FeedsRepository.AddError.noAddress }
    if let known = try await known(pasted.feeds + [pasted.page], options) { return known }
    let found = try await find(pasted, options)
    var address = found
    if case .feed(let link) = try await store.source(found), link != found {
      // The page links to it.
      if let known = try await known([link], options) { return known }
      try await store.move(found, link)
      forget(found)
      address = link
    }
    let subscription = Subscription(.web(address), title: options.title, tags: options.tags)
    let addition = try await subscriptions.edit { $0.add(subscription) }
    let part = try await store.parts([address])[0]
    return AddedFeed(
      subscription, addition: addition ?? .unchanged, title: try await store.summaries()[part]?.title,
      total: try await parts.store(part).extent(0..<0).count)
  }

  /// Returns a feed that the file lists already, with the tags that it lacked.
  private func known(_ addresses: [URL], _ options: AddOptions) async throws -> AddedFeed? {
    let file = try await subscriptions.file()
    guard let known = addresses.lazy.compactMap({ file[Subscription(.web($0)).id] }).first else { return nil }
    let addition = try await subscriptions.edit { $0.add(Subscription(known.source, tags: options.tags)) }
    let part = try await store.parts([known.source.location])[0]
    return AddedFeed(
      known, addition: addition ?? .unchanged, title: try await store.summaries()[part]?.title,
      total: try await parts.store(part).extent(0..<0).count)
  }

  /// Returns the first of the addresses where a feed is. Its posts are saved then.
  private func find(_ pasted: PastedAddress, _ options: AddOptions) async throws -> URL {
    var failure: (any Error)?
    for address in pasted.feeds + [pasted.page] + pasted.guesses {
      do {
        try await prepare(address, options.arrivingRead)
        try await load(address)
        return address
      } catch let error where error is AnswerFailure || error is NetworkClient.Error {
        // The failure of the address itself says more than that of a guess.
        if failure == nil || address == pasted.page { failure = error }
        if case NetworkClient.Error.unreachable = error { break }
      }
    }
    throw failure ?? FeedsRepository.AddError.noAddress
  }

  /// Asks a feed for its latest posts, and returns the number of those that arrived, whether they were the first, and
  /// what is to be said about them.
  @discardableResult
  func load(_ address: URL) async throws -> (arrived: Int, isFirst: Bool, refreshed: Refreshed) {
    let feed = try await feed(at: address)
    let saved = parts.store(feed.part)
    let before = try await saved.extent(0..<0).count
    let refreshed = try await feed.list.refresh()
    let count = try await saved.extent(0..<0).count
    if before == 0, count > 0 {
      let state = try await store.state(address)
      try await markRead(feed.part, state.arrivingRead.flatMap { ArrivingRead(rawValue: $0) } ?? .old)
    }
    return (max(0, count - before), before == 0, refreshed)
  }

  /// Remembers which posts of the first load of a feed arrive read.
  private func prepare(_ address: URL, _ arrivingRead: ArrivingRead) async throws {
    guard arrivingRead != .old else { return }
    var state = try await store.state(address)
    state.arrivingRead = arrivingRead.rawValue
    try await store.setState(state, address)
  }

  /// Adds lines to the file, without loading the feeds.
  func addAll(
    _ new: [Subscription], _ arrivingRead: ArrivingRead
  ) async throws -> [SubscriptionFile.Addition] {
    let known = try await subscriptions.file()
    for subscription in new where known[subscription.id] == nil {
      try await prepare(subscription.source.location, arrivingRead)
    }
    return try await subscriptions.edit { file in new.map { file.add($0) } } ?? []
  }

  /// Marks the posts of a feed's first load as read, or the old ones.
  private func markRead(_ part: Int, _ arrivingRead: ArrivingRead) async throws {
    let (reader, batch) = (parts.reader([part]), ReadBatch.random())
    switch arrivingRead {
    case .none: break
    case .all:
      for try await ids in reader.ids(ListQuery()) { _ = try await flags.addRead(.post, ids.map(\.text), batch) }
    case .old:
      let end = now().addingTimeInterval(-30 * 86_400)
      var row = 3
      while true {
        let window = try await reader.window(ListQuery(), .row(row), 0, 499)
        guard window.anchor == row else { break }
        let old = window.items.filter { listed in
          (listed.item?.listDate ?? listed.item?.date).map { $0 < end } ?? false
        }
        _ = try await flags.addRead(.post, old.map(\.id.text), batch)
        row += window.items.count
      }
    }
  }
}
