import Essentials
import Feed
import ItemsLoader
public import PostDomain

extension PostsRepository {
  /// Has the given posts, by the given users and with the given comments, as if a server had just given them.
  public static func stub(
    _ posts: [Post] = .samples, users: [User] = .samples, comments: [Comment] = .samples
  ) -> Self {
    let detail: @Sendable (Post.ID) -> PostDetail? = { id in
      posts.first { $0.id == id }.map { post in
        PostDetail(
          id: id, title: post.title, body: post.body, date: post.date, link: post.link,
          author: users.first { $0.id == post.userID }.map { .known($0.name) } ?? .unknown,
          comments: .known(comments.filter { $0.postID == id }))
      }
    }
    let titles = posts.map { PostTitle(id: $0.id, title: $0.title) }
    return Self(
      feed: .stub(titles, text: \.title),
      detail: { id in
        AsyncThrowingStream {
          guard let detail = detail(id) else { return $0.finish(throwing: NothingKept(failure: NoSuchPost())) }
          $0.yield(LoadResult(detail, from: .server, fetchedAt: .distantPast))
          $0.finish()
        }
      },
      keptDetail: { detail($0).map { LoadResult($0, from: .kept, fetchedAt: .distantPast) } })
  }

  /// Fails every load, and has nothing kept.
  public static func failing(_ error: any Error) -> Self {
    Self(
      feed: .failing(error),
      detail: { _ in AsyncThrowingStream { $0.finish(throwing: error) } },
      keptDetail: { _ in nil })
  }
}

private struct NoSuchPost: Error {}
