import CachedResource
public import ComicDomain
public import NetworkClient

extension ComicsService {
  /// Returns a service that offers the given comics.
  public static func stub(_ comics: [Comic] = .samples) -> Self {
    @Sendable func offered(_ comic: Comic?) throws -> Revalidation<Comic> {
      guard let comic else { throw NetworkClient.Error.rejected(status: 404) }
      return .changed(comic, validator: nil)
    }
    return Self(
      latest: { _ in try offered(comics.max { $0.id < $1.id }) },
      comic: { id, _ in try offered(comics.first { $0.id == id }) })
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error = NetworkClient.Error.unreachable(.refused)) -> Self {
    Self(latest: { _ in throw error }, comic: { _, _ in throw error })
  }
}
