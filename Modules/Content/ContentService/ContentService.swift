// Response codes from a server.

public import Essentials

/// The response codes that a server gives out.
public struct ContentService: Sendable {
  /// Asks where the next response code waits, and fetches it from there.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public var fetchCurrentResponseCode: @Sendable () async throws -> UUID

  public init(fetchCurrentResponseCode: @escaping @Sendable () async throws -> UUID) {
    self.fetchCurrentResponseCode = fetchCurrentResponseCode
  }
}
