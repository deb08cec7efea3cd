import CachedResource
public import Essentials
public import NetworkClient
public import Pictures

extension PicturesService {
  /// Offers the same file at every address.
  public static func stub(_ bytes: Data = Picture.sample) -> Self {
    Self { _, _ in .changed(try Picture(bytes), validator: nil) }
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error = NetworkClient.Error.unreachable(.refused)) -> Self {
    Self { _, _ in throw error }
  }
}
