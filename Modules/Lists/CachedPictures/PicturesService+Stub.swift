import CachedResource
public import Essentials
public import NetworkClient
public import Pictures

extension PicturesService {
  /// Returns a service with the same picture at every address.
  public static func stub(_ bytes: Data = Picture.sample) -> Self {
    Self { _, _ in .changed(try Picture(bytes), validator: nil) }
  }

  /// Returns a service that always fails.
  public static func failing(_ error: any Error = NetworkClient.Error.unreachable(.refused)) -> Self {
    Self { _, _ in throw error }
  }
}
