// Comics from a server.

public import CachedResource
public import ComicDomain

/// The comics that a server offers.
public struct ComicsService: Sendable {
  /// The newest comic, unless the copy that the validator belongs to is that.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public var latest: @Sendable (_ validator: String?) async throws -> Revalidation<Comic>
  /// One comic, unless the copy that the validator belongs to is the latest.
  /// - Throws: `NetworkClient.Error`, `.rejected(status: 404)` where there is no such comic; or `CancellationError`.
  public var comic: @Sendable (_ id: Comic.ID, _ validator: String?) async throws -> Revalidation<Comic>

  public init(
    latest: @escaping @Sendable (_ validator: String?) async throws -> Revalidation<Comic>,
    comic: @escaping @Sendable (_ id: Comic.ID, _ validator: String?) async throws -> Revalidation<Comic>
  ) {
    self.latest = latest
    self.comic = comic
  }
}
