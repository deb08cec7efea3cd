// Posts from a server.

public import CachedResource
public import PostDomain

/// The posts that a server offers.
public struct PostsService: Sendable {
  /// The page of posts after a cursor, or the first, unless the copy that the validator belongs to is the latest.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public var page: @Sendable (_ after: Cursor?, _ validator: String?) async throws -> Revalidation<Page<Post>>
  /// One post, unless the copy that the validator belongs to is the latest.
  /// - Throws: `NetworkClient.Error`, `.rejected(status: 404)` where there is no such post; or `CancellationError`.
  public var post: @Sendable (_ id: Post.ID, _ validator: String?) async throws -> Revalidation<Post>

  public init(
    page: @escaping @Sendable (_ after: Cursor?, _ validator: String?) async throws -> Revalidation<Page<Post>>,
    post: @escaping @Sendable (_ id: Post.ID, _ validator: String?) async throws -> Revalidation<Post>
  ) {
    self.page = page
    self.post = post
  }
}
