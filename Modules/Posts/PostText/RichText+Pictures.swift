public import Essentials
public import RichText

extension RichText {
  /// The maximum number of pictures of a text that are loaded.
  public static let pictureLimit = 24
  /// The size of the pictures of a text, in bytes, after which no more are loaded.
  public static let pictureByteLimit = 32 << 20

  /// The addresses of the pictures that are loaded: each once, in the order of the text, at most `pictureLimit`.
  public var pictureAddresses: [URL] {
    var seen: Set<String> = []
    let addresses = blocks.compactMap(\.picture?.address).filter { seen.insert($0).inserted }
    return addresses.prefix(Self.pictureLimit).compactMap { URL(string: $0) }
  }
}
