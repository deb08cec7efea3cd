// Posts from a server.

public import CachedResource
public import PostDomain

/// The posts on a server.
public struct PostsService: Sendable {
  /// Returns the page after a cursor, or the first page for nil; or `.unchanged` where the copy with this validator is
  /// the latest.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public var page: @Sendable (_ after: Cursor?, _ validator: String?) async throws -> Revalidation<Page<Post>>
  /// Returns one post, or `.unchanged` where the copy with this validator is the latest.
  /// - Throws: `NetworkClient.Error`, which is `.rejected(status: 404)` for an unknown post; or `CancellationError`.
  public var post: @Sendable (_ id: Post.ID, _ validator: String?) async throws -> Revalidation<Post>

  public init(
    page: @escaping @Sendable (_ after: Cursor?, _ validator: String?) async throws -> Revalidation<Page<Post>>,
    post: @escaping @Sendable (_ id: Post.ID, _ validator: String?) async throws -> Revalidation<Post>
  ) {
    self.page = page
    self.post = post
  }
}
