// Comments from a server.

public import CachedResource
public import PostDomain

/// The comments that a server has.
public struct CommentsService: Sendable {
  /// All comments about one post, unless the copy that the validator belongs to is the latest.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public var comments: @Sendable (_ about: Post.ID, _ validator: String?) async throws -> Revalidation<[Comment]>

  public init(
    comments: @escaping @Sendable (_ about: Post.ID, _ validator: String?) async throws -> Revalidation<[Comment]>
  ) {
    self.comments = comments
  }
}
