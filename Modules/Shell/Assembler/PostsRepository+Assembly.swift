import CachedPictures
import CachedResource
import CommentsServiceLive
import CommentsStoreLive
import Database
import Essentials
import FeedPosts
import FeedsServiceLive
import FeedsStore
import FeedsStoreLive
import FlagsStore
import FlagsStoreLive
import NetworkClient
import PagedList
import PicturesServiceLive
import PostsRepository
import PostsRepositoryLive
import PostsServiceLive
import PostsStore
import PostsStoreLive
import Store
import UsersServiceLive
import UsersStoreLive

extension PostsRepository {
  /// Creates the repository of the posts of one server or one feed, with users and comments.
  /// - Parameters:
  ///   - base: The address of the server's resources, or of a feed.
  ///   - cache: The database for data that can be downloaded again.
  ///   - state: The database for data that cannot.
  ///   - patience: The time limit for the author and the comments of a post, counted from when the post is there.
  ///   - readFile: Returns the bytes of a file, for the feed in it.
  static func live(
    client: NetworkClient, base: URL, cache: Database, state: Database, patience: Duration, clock: some Clock<Duration>,
    readFile: @escaping @Sendable (_ file: URL) async throws -> Data, now: @escaping @Sendable () -> Date
  ) -> Self {
    let store = PostsStore.live(database: cache)
    let feed = FeedPosts(
      at: base, feeds: .live(client: client, readFile: readFile, now: now), store: .live(cache: cache, state: state),
      server: .live(client: client, base: base), saved: { id in try? await store.singles.value(id)?.value },
      extent: { try? await store.extent(0..<0) }, now: now)
    let pictures = CachedPictures(
      .live(client: client) {
        guard case .feed(let address)? = await feed.source() else { return base }
        return address
      },
      .ofPosts(in: cache), missing: .ofPosts(in: cache), now: now)
    return .live(
      postsService: feed.posts, postsStore: store,
      usersService: feed.users(.live(client: client, base: base)), usersStore: .live(database: cache),
      commentsService: feed.comments(.live(client: client, base: base)), commentsStore: .live(database: cache),
      pictures: pictures, flags: .live(database: state),
      patience: patience, clock: clock, now: now)
  }
}
