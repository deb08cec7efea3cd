import CachedPictures
import CachedResource
import CommentsStoreLive
import Database
import Essentials
import FeedRules
import FeedsRepository
import FeedsRepositoryLive
import FeedsServiceLive
import FeedsStoreLive
import FlagsStore
import FlagsStoreLive
import NetworkClient
import PagedList
import PicturesServiceLive
import PostsRepository
import PostsRepositoryLive
import PostsStore
import PostsStoreLive
import SubscriptionsStore
import UsersService
import UsersStoreLive

extension FeedsRepository {
  /// Creates the repository of the subscriptions.
  /// - Parameters:
  ///   - remember: Remembers the password in an address that is being added, for `client`.
  ///   - cache: The database for data that can be downloaded again, of all feeds.
  ///   - state: The database for data that cannot.
  ///   - formerState: Returns the state of a server or feed that was read by itself; nil if there is none.
  ///   - rules: The rules for the feeds.
  ///   - patience: The time limit for the comments of a post, counted from when the post is there.
  ///   - readFile: Returns the bytes of a file, for the feed in it.
  ///   - runProgram: Returns the output of a program, for the feed that it writes.
  static func live(
    _ subscriptions: SubscriptionsStore, client: NetworkClient,
    remember: @escaping @Sendable (_ address: URL) -> Void, cache: Database, state: Database,
    formerState: @escaping @Sendable (_ address: URL) -> Database?, rules: FeedRules, patience: Duration,
    clock: any Clock<Duration>, readFile: @escaping @Sendable (_ file: URL) async throws -> Data,
    runProgram: @escaping @Sendable (_ command: String, _ input: Data) async throws -> Data,
    now: @escaping @Sendable () -> Date
  ) -> Self {
    let flags = FlagsStore.live(database: state)
    let users = UsersService(
      users: { $0 == "feed" ? .unchanged : .changed([], validator: "feed") },
      user: { _, _ in .changed([], validator: nil) })
    // Pages of feeds on the web never lead to this machine.
    let web = URL(string: "https://feeds.invalid") ?? URL(filePath: "/")
    let pictures = CachedPictures(
      .live(client: client, linkedFrom: { web }), .ofPosts(in: cache), missing: .ofPosts(in: cache), now: now)
    return .live(
      subscriptions: subscriptions,
      service: .live(
        client: client, readFile: readFile, runProgram: runProgram,
        headers: { try await rules.rule(at: $0, in: subscriptions).headers }, now: now),
      store: .live(cache: cache, state: state), posts: .live(database: cache), flags: flags,
      remember: remember,
      formerFlags: { address in formerState(address).map { .live(database: $0) } }, rules: rules,
      repository: { service, comments, store, titles in
        PostsRepository.live(
          postsService: service, postsStore: store, usersService: users, usersStore: .live(database: cache),
          commentsService: comments, commentsStore: .live(database: cache), pictures: pictures, flags: flags,
          feeds: titles, patience: patience, clock: clock, now: now)
      }, clock: clock, now: now)
  }
}
