import CommentsServiceLive
import CommentsStoreLive
import Database
import Essentials
import FlagsStore
import FlagsStoreLive
import NetworkClient
import PostsRepository
import PostsRepositoryLive
import PostsServiceLive
import PostsStoreLive
import UsersServiceLive
import UsersStoreLive

extension PostsRepository {
  /// Returns a repository for the posts, users and comments of one server.
  /// - Parameters:
  ///   - base: The base address of the server's resources.
  ///   - cache: The database of the cache.
  ///   - state: The database of the state.
  ///   - patience: The longest wait for the author and the comments once the post has arrived.
  static func live(
    client: NetworkClient, base: URL, cache: Database, state: Database, patience: Duration, clock: some Clock<Duration>,
    now: @escaping @Sendable () -> Date
  ) -> Self {
    .live(
      postsService: .live(client: client, base: base),
      postsStore: .live(database: cache),
      usersService: .live(client: client, base: base), usersStore: .live(database: cache),
      commentsService: .live(client: client, base: base), commentsStore: .live(database: cache),
      flags: .live(database: state),
      patience: patience, clock: clock, now: now)
  }
}
