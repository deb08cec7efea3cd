import ContentDomain
public import Essentials
public import NetworkClient

extension ContentService {
  /// Returns the sample code.
  public static func stub() -> Self { succeeding(with: .sampleCode) }

  /// Returns the same code every time.
  public static func succeeding(with responseCode: UUID = UUID()) -> Self { Self { responseCode } }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error = NetworkClient.Error.unreachable(.refused)) -> Self {
    Self { throw error }
  }
}
