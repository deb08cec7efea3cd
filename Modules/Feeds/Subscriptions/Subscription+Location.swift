public import Essentials

extension Subscription.Source {
  /// Creates the source of a location.
  public init(location: URL) {
    let parts = location.absoluteString.split(separator: ":", omittingEmptySubsequences: false)
    let texts = parts.dropFirst().compactMap { part in
      Data(base64Encoded: String(part)).map { String(decoding: $0, as: UTF8.self) }
    }
    self =
      switch (parts.first, parts.count, texts.count) {
      case ("exec", 2, 1): .command(texts[0])
      case ("filter", 3, 2): URL(string: texts[1]).map { .filter(command: texts[0], $0) } ?? .web(location)
      default: .web(location)
      }
  }

  /// The address of the feed's server without a password, or the location that stands for its program where an address is
  /// needed.
  public var location: URL {
    switch self {
    case .web(let address): address.withoutPassword
    case .command(let command): Self.location("exec", command)
    case .filter(let command, let address): Self.location("filter", command, address.absoluteString)
    }
  }

  private static func location(_ kind: String, _ texts: String...) -> URL {
    let parts = [kind] + texts.map { Data($0.utf8).base64EncodedString() }
    return URL(string: parts.joined(separator: ":")) ?? URL(filePath: "/")
  }
}
