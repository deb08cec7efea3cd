import ContentDomain
public import Essentials
public import NetworkClient

extension ContentService {
  /// Gives out the sample.
  public static func stub() -> Self { succeeding(with: .sampleCode) }

  /// Gives out one code, again and again.
  public static func succeeding(with responseCode: UUID = UUID()) -> Self { Self { responseCode } }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error = NetworkClient.Error.unreachable(.refused)) -> Self {
    Self { throw error }
  }
}
