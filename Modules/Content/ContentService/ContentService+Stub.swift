public import ContentDomain
public import Essentials
public import NetworkClient

extension ContentService {
  /// Returns the same code every time.
  public static func stub(_ responseCode: UUID = .sampleCode) -> Self { Self { responseCode } }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error = NetworkClient.Error.unreachable(.refused)) -> Self {
    Self { throw error }
  }
}
