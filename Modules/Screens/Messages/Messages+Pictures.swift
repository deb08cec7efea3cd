import CachedResource
public import Essentials
public import Pictures

extension Messages {
  /// Returns why a picture cannot be loaded, as a clause.
  public static func pictureFailure(_ error: any Error, at address: URL) -> String {
    switch (error as? NoCachedCopy)?.failure ?? error {
    case Picture.Error.tooLarge(let limit): "larger than \(size(limit))"
    case Picture.Error.unknownFormat: "not a PNG, JPEG or GIF"
    case Picture.Error.damaged(let format): "it is damaged (\(format.rawValue))"
    default: failure(error, server: address)
    }
  }

  /// Returns the sentence for a picture in a format that a terminal does not show.
  public static func cannotShow(_ format: Picture.Format) -> String { "This terminal cannot show a \(format.rawValue)" }
}
