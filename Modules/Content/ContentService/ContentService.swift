// Response codes from a server.

public import Essentials

/// A server's response codes.
public struct ContentService: Sendable {
  /// Asks the server for the path of the next response code, and fetches the code from there.
  ///
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public var fetchCurrentResponseCode: @Sendable () async throws -> UUID

  public init(fetchCurrentResponseCode: @escaping @Sendable () async throws -> UUID) {
    self.fetchCurrentResponseCode = fetchCurrentResponseCode
  }
}
