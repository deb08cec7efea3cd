import CachedResource
import CommentsService
import Database
import Essentials
import FeedPosts
import FeedRules
import FeedsRepository
import FeedsService
import FeedsStore
import FlagsStore
import NetworkClient
import Observed
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
final class SubscribedFeed: Sendable {
  /// The number of its part.
  let part: Int
  /// The services of its posts and their comments.
  let posts: FeedPosts
  /// Its list, for loading.
  let list: PagedList<Listed<Post>>

  init(part: Int, posts: FeedPosts, list: PagedList<Listed<Post>>) {
    self.part = part
    self.posts = posts
    self.list = list
  }
}

/// A subscription that can be loaded, with its address and its part of the posts.
struct ListedFeed: Sendable {
  let subscription: Subscription
  let address: URL
  let part: Int
}

extension [ListedFeed] {
  /// Returns the feeds whose posts a row shows, and the condition that those posts meet.
  /// - Parameters:
  ///   - queries: The queries that the file lists.
  ///   - now: The date from which ages count.
  func of(_ row: FeedRow.ID, _ queries: [FeedQuery], now: Date) -> (feeds: [ListedFeed], condition: ListCondition) {
    switch row {
    case .all: return (self, .always)
    case .tag(let tag): return (filter { $0.subscription.tags.contains(tag) }, .always)
    case .feed(let id): return (filter { $0.subscription.id == id }, .always)
    case .query(let id):
      guard let posts = queries.first(where: { $0.id == id })?.posts(of: self, now: now) else { return ([], .never) }
      let parts = Set(posts.parts)
      return (filter { parts.contains($0.part) }, posts.condition)
    }
  }
}

/// The feeds that the file lists. Each exists once while it is used, so that its requests are shared.
final class SubscribedFeeds: Sendable {
  /// A feed, as long as a screen or a request uses it: thousands would take much memory.
  private struct UsedFeed {
    weak var feed: SubscribedFeed?
  }

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
  private let feeds = Mutex<[URL: UsedFeed]>([:])
  private let addresses = Mutex<[Int: URL]>([:])
  /// The parts of the feeds that the file lists.
  private let numbers = Mutex<[URL: Int]>([:])
  /// The titles of the feeds, by their parts, as they were last read.
  let titles = Observed<[Int: String]>([:])
  /// The parts of the feeds that had no title then.
  private let untitled = Mutex<Set<Int>>([])
  /// The file as it was last read.
  private let lastFile = Mutex<SubscriptionFile?>(nil)
  /// The closures that want to know when the server of a feed has answered.
  let answers = Mutex<[URL: @Sendable () async -> Void]>([:])
  /// The parts whose first load has ended in this run, with their order.
  let firstLoads = Mutex<[Int: Int]>([:])

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

  /// Reads the titles of all feeds.
  func readTitles() async throws {
    let summaries = try await store.summaries(nil)
    let titles = try await listed().map { feed in
      (feed.part, title(of: feed.subscription, summaries[feed.part]), feed.subscription.source.untitled)
    }
    untitled.withLock { $0 = Set(titles.filter { $1 == $2 }.map(\.0)) }
    self.titles.replace(with: Dictionary(titles.map { ($0.0, $0.1) }) { first, _ in first })
  }

  /// Takes the title of a feed that has answered for the first time, before its posts are saved.
  private func noteTitle(_ title: String, of part: Int) {
    guard title.contains(where: { !$0.isWhitespace }), untitled.withLock({ $0.remove(part) }) != nil else { return }
    titles.update { $0[part] = title }
  }

  /// Returns the feed at an address.
  /// - Parameter isExact: Whether a page that links to feeds is an error, `LinkedFeeds`; such a feed is created anew.
  func feed(at address: URL, isExact: Bool = false) async throws -> SubscribedFeed {
    if !isExact, let feed = feeds.withLock({ $0[address]?.feed }) { return feed }
    let known = numbers.withLock { $0[address] }
    let part = if let known { known } else { try await store.parts([address])[0] }
    let saved = parts.store(part)
    let service = FeedsService { [weak self, service] feed, state, isConditional in
      let answered = self?.answers.withLock { $0[address] }
      // Of the feeds that have ended, only one that a person names is refreshed.
      let asksAgain = state.hasEnded == true && answered != nil
      var before = state
      if asksAgain { before.hasEnded = nil }
      do {
        let answer = try await service.document(feed, before, isConditional && !asksAgain)
        if let title = answer.state.title { self?.noteTitle(title, of: part) }
        await answered?()
        return answer
      } catch var failure as FeedFailure where asksAgain {
        failure.state.hasEnded = true
        throw failure
      }
    }
    let feedPosts = FeedPosts(
      at: address, feeds: service, store: store, server: nil, isExact: isExact,
      arrivingRead: { (wasLoaded: Bool) in (wasLoaded ? ArrivingRead.none : .old).rawValue },
      saved: { [posts] id in try? await posts.singles.value(id)?.value },
      extent: { try? await saved.extent(0..<0) },
      hiding: { [weak self] in try await self?.hiding(at: address, in: part) },
      noteUpdate: { [weak self] id in self?.updates.withLock { _ = $0[part, default: []].insert(id) } }, now: now)
    let new = SubscribedFeed(
      part: part, posts: feedPosts,
      list: .live(remote: feedPosts.posts.page, store: saved, flags: flags, kind: .post, now: now))
    if isExact { return new }
    addresses.withLock { $0[part] = address }
    return feeds.withLock { feeds in
      let feed = feeds[address]?.feed ?? new
      feeds[address] = UsedFeed(feed: feed)
      return feed
    }
  }

  /// Returns the feed of a post; nil if the post is of none that the file lists.
  private func feed(of id: Post.ID) async throws -> SubscribedFeed? {
    guard let part = try await parts.part(id) else { return nil }
    if let address = addresses.withLock({ $0[part] }) { return try await feed(at: address) }
    guard let listed = try await listed().first(where: { $0.part == part }) else { return nil }
    return try await feed(at: listed.address)
  }

  /// Returns the subscriptions that can be loaded, with their addresses and parts, in the order of the file.
  func listed() async throws -> [ListedFeed] {
    let file = try await subscriptions.file()
    lastFile.withLock { $0 = file }
    return try await listed(in: file)
  }

  /// Returns the file, or what it was where it cannot be read for a moment.
  func knownFile() async throws -> SubscriptionFile {
    do { return try await subscriptions.file() } catch {
      guard let known = lastFile.withLock({ $0 }) else { throw error }
      return known
    }
  }

  /// Returns the subscriptions in a file that can be loaded.
  func listed(in file: SubscriptionFile) async throws -> [ListedFeed] {
    let all = file.subscriptions.map { ($0, $0.source.location) }
    guard !all.isEmpty else { return [] }
    let numbers = try await store.parts(all.map(\.1))
    addresses.withLock { for (number, (_, address)) in zip(numbers, all) { $0[number] = address } }
    self.numbers.withLock { $0 = Dictionary(zip(all.map(\.1), numbers)) { first, _ in first } }
    let hidden = Set(zip(all, numbers).filter { $0.0.0.isHidden }.map { $0.1 })
    // If the cache cannot be changed, the posts that are hidden stay so.
    do { try await parts.setUsed(numbers, hidden) } catch is DatabaseError {}
    return zip(all, numbers).map { ListedFeed(subscription: $0.0, address: $0.1, part: $1) }
  }

  /// Returns the feeds whose posts a row shows.
  func listed(in row: FeedRow.ID) async throws -> [ListedFeed] {
    try await listed().of(row, subscriptions.file().queries, now: minute).feeds
  }

  /// The beginning of this minute, so that the conditions of queries do not change all the time.
  var minute: Date { Date(timeIntervalSince1970: (now().timeIntervalSince1970 / 60).rounded(.down) * 60) }

  /// Returns the posts of a part whose changes were seen since the last call.
  func takeUpdates(_ part: Int) -> Set<Post.ID> { updates.withLock { $0.removeValue(forKey: part) ?? [] } }

  /// Returns the address of a subscription; nil if the file does not list it.
  func address(of id: Subscription.ID) async throws -> URL? { try await subscriptions.file()[id]?.source.location }

  /// Returns the address of the feed with a part, as far as it is known.
  func address(ofPart part: Int) -> URL? { addresses.withLock { $0[part] } }

  /// Forgets a feed whose address has changed.
  func forget(_ address: URL) {
    feeds.withLock { $0[address] = nil }
    numbers.withLock { $0[address] = nil }
    addresses.withLock { all in for (part, other) in all where other == address { all[part] = nil } }
  }

  /// The posts of all feeds, each from its own. Those of a feed that was removed stay as they are saved.
  var postsService: PostsService {
    PostsService(
      page: { _, _ in throw NetworkClient.Error.rejected(status: 404) },
      post: { [self] id, validator in
        if let feed = try await feed(of: id) { return try await feed.posts.posts.post(id, validator) }
        guard let part = try await parts.part(id) else { throw NetworkClient.Error.rejected(status: 404) }
        return .confirmed(at: try await store.summaries(part)[part]?.answeredAt)
      })
  }

  /// The comments on posts of all feeds.
  var comments: CommentsService {
    CommentsService { [self] id, validator in
      guard let feed = try await feed(of: id) else {
        return validator == nil ? .changed([], validator: nil) : .unchanged
      }
      return try await feed.posts.comments(nil).comments(id, validator)
    }
  }
}
