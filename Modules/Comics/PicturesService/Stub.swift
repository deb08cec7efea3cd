public import Essentials
import ItemsLoader
public import NetworkClient
import Pictures

extension PicturesService {
  /// Offers the same file at every address.
  public static func stub(_ bytes: Data = samplePicture) -> Self {
    Self { _, _ in .changed(try Picture(bytes), validator: nil) }
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error = NetworkClient.Error.unreachable(.refused)) -> Self {
    Self { _, _ in throw error }
  }

  /// A PNG of one pixel, whole.
  public static let samplePicture =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==") ?? Data()
}
