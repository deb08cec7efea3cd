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
  /// Posts, users and comments of one server.
  /// - Parameters:
  ///   - base: the address that the server's resources lie under.
  ///   - cache: where what can be had again is kept.
  ///   - state: where what cannot be had again is kept.
  ///   - patience: how long the author and the comments of a post are waited for once the post is there.
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
