// Comics from a server.

public import CachedResource
public import ComicDomain

/// A server's comics.
public struct ComicsService: Sendable {
  /// Fetches the newest comic, unless the validator belongs to it.
  ///
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public var latest: @Sendable (_ validator: String?) async throws -> Revalidation<Comic>
  /// Fetches a comic, unless the validator belongs to its latest version.
  ///
  /// - Throws: `NetworkClient.Error`, `.rejected(status: 404)` if there is no such comic; or `CancellationError`.
  public var comic: @Sendable (_ id: Comic.ID, _ validator: String?) async throws -> Revalidation<Comic>

  public init(
    latest: @escaping @Sendable (_ validator: String?) async throws -> Revalidation<Comic>,
    comic: @escaping @Sendable (_ id: Comic.ID, _ validator: String?) async throws -> Revalidation<Comic>
  ) {
    self.latest = latest
    self.comic = comic
  }
}
