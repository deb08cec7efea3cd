// Comments from a server.

public import CachedResource
public import PostDomain

/// The comments on a server.
public struct CommentsService: Sendable {
  /// Returns all comments about one post, or `.unchanged` where the copy with this validator is the latest.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public var comments: @Sendable (_ about: Post.ID, _ validator: String?) async throws -> Revalidation<[Comment]>

  public init(
    comments: @escaping @Sendable (_ about: Post.ID, _ validator: String?) async throws -> Revalidation<[Comment]>
  ) {
    self.comments = comments
  }
}
