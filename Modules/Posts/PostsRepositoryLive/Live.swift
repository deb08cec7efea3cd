public import CommentsService
public import CommentsStore
public import Essentials
public import Feed
public import FlagsStore
import ItemMarks
import ItemsLoader
import PostDomain
public import PostsRepository
public import PostsService
public import PostsStore
public import Store
import Sync
public import UsersService
public import UsersStore

extension PostsRepository {
  /// Posts, users and comments, each the server's latest first and its kept copy when that fails, joined here.
  /// - `patience`: how long a post that is there waits for its author's name and its comments.
  /// - `clock`: what `patience` is measured with.
  public static func live(
    postsService: PostsService, postsStore: PostsStore, usersService: UsersService, usersStore: UsersStore,
    commentsService: CommentsService, commentsStore: CommentsStore, flags: FlagsStore,
    patience: Duration, clock: some Clock<Duration>, now: @escaping @Sendable () -> Date
  ) -> Self {
    let posts = Posts(service: postsService, store: postsStore, flags: flags, now: now)
    let join = Join(
      post: posts.loader,
      users: .live(remote: usersService.users, store: usersStore, key: .all, now: now),
      user: { id in
        .live(remote: { try await usersService.user(id, $0) }, store: usersStore, key: .one(id), now: now)
      },
      comments: { id in
        .live(remote: { try await commentsService.comments(id, $0) }, store: commentsStore, key: .about(id), now: now)
      },
      patience: patience, clock: clock)
    let titles = Titles(posts, join, flags)
    // A bookmark is safe; that its post cannot be had now is no failure of it.
    let marks = ItemMarks<Post.ID>.posts(flags: flags, now: now)
      .afterBookmarking { id in Task { try? await titles.keep(id) } }
    var repository = Self(
      feed: titles.feed,
      marks: marks, keepOffline: titles.keep,
      detail: { id in
        // What is to be seen comes first; the stream ends behind the note, because the program may end with the stream.
        let noting = Task { try? await commentsStore.noteSeen(.about(id), now()) }
        return join.details(id) { await noting.value }
      },
      keptDetail: join.keptDetail)
    let parts = Parts(join)
    repository.parts = SyncParts(keptAt: parts.keptAt, keep: parts.keep)
    return repository
  }
}
