// Posts joined with their authors, comments and flags: `titles` for the list, `DetailJoin` for one post.

public import CachedPictures
import CachedResource
public import CommentsService
public import CommentsStore
public import Essentials
import FlagsRepository
public import FlagsStore
public import PagedList
import PostDomain
public import PostsRepository
public import PostsService
public import PostsStore
public import Store
import Sync
public import UsersService
public import UsersStore

extension PostsStore {
  /// Forgets that a post changed since it was opened.
  fileprivate func noteOpened(_ id: Post.ID) async {
    guard let copy = try? await singles.value(id), copy.value.changedAt != nil else { return }
    // The post may have changed since it was read.
    try? await rewrite([id]) { post in
      var post = post
      post.changedAt = nil
      return post
    }
  }
}

extension PostsRepository {
  /// Loads posts, users and comments from the server, and returns cached copies when that fails.
  /// - Parameters:
  ///   - postsService: Requests posts.
  ///   - postsStore: Holds the posts that were loaded.
  ///   - usersService: Requests users.
  ///   - usersStore: Holds the users that were loaded.
  ///   - commentsService: Requests comments.
  ///   - commentsStore: Holds the comments that were loaded.
  ///   - pictures: The pictures in the texts of posts.
  ///   - flags: The flags of posts: read, and bookmarked.
  ///   - feeds: Returns the titles of feeds, by their parts of the list, for a list of several.
  ///   - patience: The time that the author's name and the comments have once the post has arrived.
  ///   - clock: The clock that measures `patience`.
  ///   - now: Returns the date for cached copies and bookmarks.
  public static func live(
    postsService: PostsService, postsStore: PostsStore, usersService: UsersService, usersStore: UsersStore,
    commentsService: CommentsService, commentsStore: CommentsStore, pictures: CachedPictures, flags: FlagsStore,
    feeds: @escaping @Sendable () async -> [Int: String] = { [:] }, patience: Duration, clock: some Clock<Duration>,
    now: @escaping @Sendable () -> Date
  ) -> Self {
    let join = DetailJoin(
      post: { id in
        .live(remote: { try await postsService.post(id, $0) }, store: postsStore.singles, key: id, now: now)
      },
      users: .live(remote: usersService.users, store: usersStore, key: .all, now: now),
      user: { id in
        .live(remote: { try await usersService.user(id, $0) }, store: usersStore, key: .one(id), now: now)
      },
      comments: { id in
        .live(remote: { try await commentsService.comments(id, $0) }, store: commentsStore, key: id, now: now)
      },
      // A look first: a change would create the database.
      removeComments: { if try await commentsStore.value($0) != nil { try await commentsStore.remove($0) } },
      patience: patience, clock: clock)
    let authors = Authors(join)
    let parts = PostDownload(join, authors, PostPictures(pictures: pictures), flags)
    let download = parts.download(allPictures: false)
    var list = PagedList.live(remote: postsService.page, store: postsStore, flags: flags, kind: .post, now: now)
      .titles(authors, feeds: feeds)
    list.refreshBookmarked = { try await download.bookmarks(of: .post, in: flags) { Post.ID($0) } }
    let itemFlags = FlagsRepository<Post.ID>.live(.post, flags: flags, list: list.reader, idText: \.text, now: now)
    return Self(
      list: list, flags: itemFlags.downloading(download), download: download,
      downloadWithPictures: parts.download(allPictures: true),
      detail: { id in
        // The post is shown first. The stream ends only after the note is saved, because the program may exit when it
        // ends.
        let noting = Task { try? await commentsStore.noteSeen(id, now()) }
        return join.details(id) {
          await noting.value
          await postsStore.noteOpened(id)
        }
      },
      cachedDetail: join.cachedDetail, picture: pictures.show)
  }
}
