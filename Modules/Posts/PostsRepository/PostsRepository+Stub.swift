import CachedResource
import Essentials
import FlagsRepository
public import FlagsStore
import Observed
import PagedList
import Pictures
public import PostDomain
import Sync

extension PostsRepository {
  /// Serves the given posts, users and comments as if a server had just sent them.
  /// - Parameters:
  ///   - posts: The posts of the list, in order.
  ///   - users: The authors.
  ///   - comments: The comments on all posts.
  ///   - flags: The store of flags.
  public static func stub(
    _ posts: [Post] = .samples, users: [User] = .samples, comments: [Comment] = .samples,
    flags: FlagsStore = .stub
  ) -> Self {
    let detail: @Sendable (Post.ID) -> PostDetail? = { id in
      posts.first { $0.id == id }.map { post in
        PostDetail(
          post, author: users.first { $0.id == post.userID }.map { .known($0.name) } ?? .unknown,
          comments: .known(comments.filter { $0.postID == id }))
      }
    }
    let titles = posts.map { post in PostTitle(post, author: users.first { $0.id == post.userID }?.name) }
    let list = ListReader<Listed<PostTitle>>.inMemory(
      titles, text: \.title, date: \.date, flags: flags, kind: .post, idText: \.text, id: { Post.ID($0) })
    let itemFlags = FlagsRepository<Post.ID>.live(
      .post, flags: flags, list: list, idText: \.text, now: countingDates())
    let download = OfflineDownload<Post.ID>(item: { if detail($0) == nil { throw NoCachedCopy(failure: NoSuchPost()) } }
    )
    return Self(
      list: .inMemory(
        list.map { posts in
          posts.map { post in
            var title = post.item ?? PostTitle(notSaved: post.id)
            title.flags = post.flags
            return title
          }
        }),
      flags: itemFlags,
      download: download, downloadWithPictures: download,
      detail: { id in
        .once {
          guard let detail = detail(id) else { throw NoCachedCopy(failure: NoSuchPost()) }
          // Current whenever it is looked at.
          return Loaded(detail, from: .server, fetchedAt: .distantFuture)
        }
      },
      cachedDetail: { detail($0).map { Loaded($0, from: .cache, fetchedAt: .distantPast) } },
      picture: { _ in Loaded(try Picture(Picture.sample), from: .server, fetchedAt: .distantPast) })
  }

  /// Fails every load and has no cached copy.
  public static func failing(_ error: any Error) -> Self {
    let download = OfflineDownload<Post.ID>(item: { _ in throw error })
    return Self(
      list: .failing(error), flags: .failing(error), download: download, downloadWithPictures: download,
      detail: { _ in AsyncThrowingStream { $0.finish(throwing: error) } },
      cachedDetail: { _ in nil }, picture: { _ in throw error })
  }
}

private struct NoSuchPost: Error {}
