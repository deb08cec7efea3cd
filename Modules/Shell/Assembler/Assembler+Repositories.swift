import CachedPictures
import CachedResource
import ComicsRepository
import ComicsRepositoryLive
import ComicsService
import ComicsServiceLive
import ComicsStore
import ComicsStoreLive
import CommandLine
import CommentsServiceLive
import CommentsStoreLive
import Database
import Essentials
import FeedPosts
import FeedRules
import FeedsRepository
import FeedsRepositoryLive
import FeedsService
import FeedsServiceLive
import FeedsStore
import FeedsStoreLive
import FlagsStore
import FlagsStoreLive
import NetworkClient
import Observed
import Outbox
import PagedList
import PostsRepository
import PostsRepositoryLive
import PostsServiceLive
import PostsStore
import PostsStoreLive
import Settings
import Store
import Subscriptions
import SubscriptionsStore
import TodosRepository
import TodosRepositoryLive
import TodosServiceLive
import TodosStore
import TodosStoreLive
import UsersService
import UsersServiceLive
import UsersStore
import UsersStoreLive

extension Assembler {
  /// Returns the repository of the posts of the server, or of the feed at its address, with users and comments.
  func posts(_ clock: some Clock<Duration>, _ sharing: Dependencies) -> PostsRepository {
    let base = invocation.server
    let cache = sharing.cache(name)
    let store = PostsStore.live(database: cache)
    let feed = FeedPosts(
      at: base, feeds: .live(client: network, invocation.settings.feedRules, readFile: dependencies.readFile, now: now),
      store: feedsStore(name, sharing), server: .live(client: network, base: base),
      probe: .live(client: network.withoutRetries, base: base),
      saved: { id in try? await store.singles.value(id)?.value }, extent: { try? await store.extent(0..<0) }, now: now)
    let pictures = CachedPictures(
      .live(client: network) {
        guard case .feed(let address)? = await feed.source() else { return base }
        return address
      },
      .ofPosts(in: cache), missing: .ofPosts(in: cache), now: now)
    return .live(
      postsService: feed.posts, postsStore: store,
      usersService: feed.users(.live(client: network, base: base)), usersStore: .live(database: cache),
      commentsService: feed.comments(.live(client: network, base: base)), commentsStore: .live(database: cache),
      pictures: pictures, flags: .live(database: sharing.state(name)), patience: invocation.timeout, clock: clock,
      now: now)
  }

  /// Returns the repository of the subscriptions, whose posts share one cache and one state.
  func feeds(_ clock: some Clock<Duration>, _ sharing: Dependencies) -> FeedsRepository {
    let subscriptions = dependencies.subscriptions
    let rules = invocation.settings.feedRules
    let cache = sharing.cache(.subscriptions)
    let flags = FlagsStore.live(database: sharing.state(.subscriptions))
    // Pages of feeds on the web never lead to this machine.
    let web = URL(string: "https://feeds.invalid") ?? URL(filePath: "/")
    let pictures = CachedPictures(
      .live(client: feedsNetwork, linkedFrom: { web }), .ofPosts(in: cache), missing: .ofPosts(in: cache), now: now)
    return .live(
      subscriptions: subscriptions,
      service: .live(
        client: feedsNetwork, readFile: dependencies.readFile,
        runProgram: { [isOffline = invocation.isOffline, runProgram = dependencies.runProgram] command, input in
          // Most programs use the network.
          if isOffline { throw NetworkClient.Error.unreachable(.notUsed) }
          return try await runProgram(command, input)
        },
        headers: { try await rules.rule(at: $0, in: subscriptions).headers }, now: now),
      store: feedsStore(.subscriptions, sharing), posts: .live(database: cache), flags: flags,
      remember: { [feedCredentials] in feedCredentials.remember($0) },
      formerFlags: { [dependencies] address in
        // The state of the server or feed, where it was read by itself.
        let name = FileName(address.databaseName)
        return (try? dependencies.stateFiles()[name]) == nil ? nil : .live(database: sharing.state(name))
      },
      rules: rules,
      repository: { [invocation, now] service, comments, store, titles in
        PostsRepository.live(
          postsService: service, postsStore: store, usersService: .ofFeeds, usersStore: .live(database: cache),
          commentsService: comments, commentsStore: .live(database: cache), pictures: pictures, flags: flags,
          feeds: titles, patience: invocation.timeout, clock: clock, now: now)
      }, clock: clock, now: now)
  }

  /// Returns the repository of the comics of their server.
  func comics(_ sharing: Dependencies) -> ComicsRepository {
    let base = invocation.comicsServer
    let name = FileName(base.databaseName)
    let cache = sharing.cache(name)
    let pictures = CachedPictures(
      .live(client: network, linkedFrom: { base }), .live(database: cache), missing: .live(database: cache), now: now)
    return .live(
      service: .live(client: network, base: base), store: .live(database: cache), pictures: pictures,
      flags: .live(database: sharing.state(name)), roll: { .random(in: $0) }, now: now)
  }

  /// Returns the repository of the to-dos of their server, and of the edits made here. All of it is state: waiting edits
  /// cannot be downloaded again.
  func todos(_ clock: some Clock<Duration>, _ sharing: Dependencies) -> TodosRepository {
    let base = invocation.todosServer
    let timeout = invocation.timeout
    let database = sharing.state(
      invocation.settings.namesServer("todos") ? FileName(base.databaseName) : .subscriptions)
    // The lease outlasts the longest request by five seconds. An owner that is silent for that long is gone, and its
    // requests have arrived or never will.
    let silence = timeout + .seconds(5)
    let deadline = Observed<ContinuousClock.Instant?>(nil)
    return .live(
      service: .live(client: network.sendingChanges { deadline.value }, base: base, now: now),
      store: .live(database: database), outbox: .live(database: database),
      sender: OutboxSender(
        owner: UUID(), lease: silence, now: now,
        // No edit is sent in the last five seconds of a lease, so all have arrived when it ends.
        onLease: { deadline.replace(with: $0 + timeout) }), settling: silence, clock: clock)
  }
}

extension FeedsService {
  /// Asks a feed that is read by itself, with the header fields that the rules have for its address.
  static func live(
    client: NetworkClient, _ rules: FeedRules, readFile: @escaping @Sendable (_ file: URL) async throws -> Data,
    now: @escaping @Sendable () -> Date
  ) -> Self {
    .live(
      client: client, readFile: readFile, headers: { rules.rule(for: Subscription(.web($0.withoutPassword))).headers },
      now: now)
  }
}
