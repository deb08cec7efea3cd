import CachedResource
import CommentsService
import Essentials
import FeedPosts
import FeedRules
import FeedsRepository
import FeedsService
import FeedsStore
import FlagsStore
import NetworkClient
import PagedList
import PostDomain
import PostsRepository
import PostsService
import PostsStore
import Store
import Subscriptions
import SubscriptionsStore
import Synchronization

/// A feed of the subscriptions, with its part of the posts.
struct SubscribedFeed: Sendable {
  /// The number of its part.
  let part: Int
  /// The services of its posts and their comments.
  let posts: FeedPosts
  /// Its list, for loading.
  let list: PagedList<Listed<Post>>
}

/// A subscription that can be loaded, with its address and its part of the posts.
struct ListedFeed: Sendable {
  let subscription: Subscription
  let address: URL
  let part: Int

  /// Returns whether a row stands for the feed.
  func isPart(of row: FeedRow.ID) -> Bool {
    switch row {
    case .all: true
    case .tag(let tag): subscription.tags.contains(tag)
    case .feed(let id): subscription.id == id
    }
  }
}

/// The feeds that the file lists. Each is created once, so that its requests are shared.
final class SubscribedFeeds: Sendable {
  let subscriptions: SubscriptionsStore
  let store: FeedsStore
  let posts: PostsStore
  let parts: ListParts<Post>
  let flags: FlagsStore
  /// Returns the flags from the time when a feed was read by itself; nil if it never was.
  let formerFlags: @Sendable (_ feed: URL) async -> FlagsStore?
  let rules: FeedRules
  let now: @Sendable () -> Date
  private let service: FeedsService
  /// The posts whose changes were seen and not handled yet, by their part.
  private let updates = Mutex<[Int: Set<Post.ID>]>([:])
  private let feeds = Mutex<[URL: SubscribedFeed]>([:])
  private let addresses = Mutex<[Int: URL]>([:])

  init(
    _ subscriptions: SubscriptionsStore, _ service: FeedsService, _ store: FeedsStore, _ posts: PostsStore,
    _ parts: ListParts<Post>, _ flags: FlagsStore,
    _ formerFlags: @escaping @Sendable (_ feed: URL) async -> FlagsStore?, _ rules: FeedRules,
    now: @escaping @Sendable () -> Date
  ) {
    self.subscriptions = subscriptions
    self.service = service
    self.store = store
    self.posts = posts
    self.parts = parts
    self.flags = flags
    self.formerFlags = formerFlags
    self.rules = rules
    self.now = now
  }

  /// Returns the feed at an address.
  /// - Parameter isExact: Whether a page that links to a feed is an error, `LinkedFeed`; such a feed is created anew.
  func feed(at address: URL, isExact: Bool = false) async throws -> SubscribedFeed {
    if !isExact, let feed = feeds.withLock({ $0[address] }) { return feed }
    let part = try await store.parts([address])[0]
    let saved = parts.store(part)
    let feedPosts = FeedPosts(
      at: address, feeds: service, store: store, server: nil, isExact: isExact,
      saved: { [posts] id in try? await posts.singles.value(id)?.value },
      extent: { try? await saved.extent(0..<0) }, hiding: { [weak self] in try await self?.hiding(at: address) },
      noteUpdate: { [weak self] id in self?.updates.withLock { _ = $0[part, default: []].insert(id) } }, now: now)
    let new = SubscribedFeed(
      part: part, posts: feedPosts,
      list: .live(remote: feedPosts.posts.page, store: saved, flags: flags, kind: .post, now: now))
    if isExact { return new }
    addresses.withLock { $0[part] = address }
    return feeds.withLock { feeds in
      let feed = feeds[address] ?? new
      feeds[address] = feed
      return feed
    }
  }

  /// Returns the feed of a post; nil if the post is of none that the file lists.
  private func feed(of id: Post.ID) async throws -> SubscribedFeed? {
    guard let part = try await parts.part(id) else { return nil }
    if let address = addresses.withLock({ $0[part] }) { return try await feed(at: address) }
    let all = try await listed()
    return try await all.first { $0.part == part }.asyncMap { try await feed(at: $0.address) }
  }

  /// Returns the subscriptions that can be loaded, with their addresses and parts, in the order of the file.
  func listed() async throws -> [ListedFeed] {
    let all = try await subscriptions.file().subscriptions.map { ($0, $0.source.location) }
    guard !all.isEmpty else { return [] }
    let parts = try await store.parts(all.map(\.1))
    addresses.withLock { for (number, (_, address)) in zip(parts, all) { $0[number] = address } }
    return zip(all, parts).map { ListedFeed(subscription: $0.0, address: $0.1, part: $1) }
  }

  /// Returns the posts of a part whose changes were seen since the last call.
  func takeUpdates(_ part: Int) -> Set<Post.ID> { updates.withLock { $0.removeValue(forKey: part) ?? [] } }

  /// Returns the address of a subscription; nil if the file does not list it.
  func address(of id: Subscription.ID) async throws -> URL? { try await subscriptions.file()[id]?.source.location }

  /// Forgets a feed whose address has changed.
  func forget(_ address: URL) {
    feeds.withLock { $0[address] = nil }
    addresses.withLock { all in for (part, other) in all where other == address { all[part] = nil } }
  }

  /// The posts of all feeds, each from its own.
  var postsService: PostsService {
    PostsService(
      page: { _, _ in throw NetworkClient.Error.rejected(status: 404) },
      post: { [self] id, validator in
        guard let feed = try await feed(of: id) else { throw NetworkClient.Error.rejected(status: 404) }
        return try await feed.posts.posts.post(id, validator)
      })
  }

  /// The comments on posts of all feeds.
  var comments: CommentsService {
    CommentsService { [self] id, validator in
      guard let feed = try await feed(of: id) else { return .changed([], validator: nil) }
      return try await feed.posts.comments(nil).comments(id, validator)
    }
  }
}

extension Optional {
  fileprivate func asyncMap<Value>(_ transform: (Wrapped) async throws -> Value) async rethrows -> Value? {
    if let self { try await transform(self) } else { nil }
  }
}
