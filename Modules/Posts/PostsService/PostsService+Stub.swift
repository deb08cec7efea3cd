import CachedResource
public import NetworkClient
public import PostDomain

extension PostsService {
  /// Serves the given posts in one page.
  public static func stub(_ posts: [Post] = .samples) -> Self {
    Self(
      page: { _, _ in .changed(Page(posts), validator: nil) },
      post: { id, _ in
        guard let post = posts.first(where: { $0.id == id }) else { throw NetworkClient.Error.rejected(status: 404) }
        return .changed(post, validator: nil)
      })
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error = NetworkClient.Error.unreachable(.refused)) -> Self {
    Self(page: { _, _ in throw error }, post: { _, _ in throw error })
  }
}
