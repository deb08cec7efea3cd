// Pictures from any server.

public import CachedResource
public import Essentials
public import Pictures

/// The pictures that comics name, wherever they are.
public struct PicturesService: Sendable {
  /// The picture at an http or https address, unless the copy that the validator belongs to is the latest.
  /// - Throws: `NetworkClient.Error`, `.tooLarge` for more than `Picture.byteLimit`; `Picture.Error` where what came is no
  ///   picture; or `CancellationError`.
  public var picture: @Sendable (_ address: URL, _ validator: String?) async throws -> Revalidation<Picture>

  public init(
    picture: @escaping @Sendable (_ address: URL, _ validator: String?) async throws -> Revalidation<Picture>
  ) {
    self.picture = picture
  }
}
