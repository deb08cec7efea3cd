public import CachedResource
public import Essentials
public import Pictures

/// A service for pictures on any server.
public struct PicturesService: Sendable {
  /// Returns the picture at an HTTP or HTTPS address, unless the copy with this validator is current.
  /// - Throws: `NetworkClient.Error`, which is `.tooLarge` for more than `Picture.byteLimit` bytes; `Picture.Error` if
  ///   the answer is not a picture; or `CancellationError`.
  public var picture: @Sendable (_ address: URL, _ validator: String?) async throws -> Revalidation<Picture>

  public init(
    picture: @escaping @Sendable (_ address: URL, _ validator: String?) async throws -> Revalidation<Picture>
  ) {
    self.picture = picture
  }
}
