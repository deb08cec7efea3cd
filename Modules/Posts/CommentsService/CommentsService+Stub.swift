import CachedResource
public import NetworkClient
public import PostDomain

extension CommentsService {
  /// Serves the given comments.
  public static func stub(_ comments: [Comment] = .samples) -> Self {
    Self { id, _ in .changed(comments.filter { $0.postID == id }, validator: nil) }
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error = NetworkClient.Error.unreachable(.refused)) -> Self {
    Self { _, _ in throw error }
  }
}
