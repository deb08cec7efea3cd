import Essentials

extension SubscriptionLine.Token {
  /// The source that this token is.
  var source: Subscription.Source {
    get throws(SubscriptionFile.Problem.Kind) {
      guard isText else { throw .invalidAddress(text) }
      return try Subscription.Source(text)
    }
  }
}

extension Subscription.Source {
  /// Reads a source as it is written in the file, without quotes.
  /// - Throws: The reason why it is none.
  public init(_ text: String) throws(SubscriptionFile.Problem.Kind) {
    if text.hasPrefix("exec:") {
      let command = text.dropFirst(5)
      guard command.contains(where: { !$0.isWhitespace }) else { throw .noCommand }
      self = .command(String(command))
    } else if text.hasPrefix("filter:") {
      let rest = text.dropFirst(7)
      guard let colon = Self.addressColon(in: rest), rest[..<colon].contains(where: { !$0.isWhitespace }) else {
        throw .incompleteFilter(text)
      }
      self = .filter(command: String(rest[..<colon]), try Self.web(String(rest[rest.index(after: colon)...])))
    } else {
      self = .web(try Self.web(text))
    }
  }

  /// Returns the first colon that an address follows: commands may contain colons.
  private static func addressColon(in text: Substring) -> Substring.Index? {
    text.indices.first { text[$0] == ":" && AddressParts(String(text[text.index(after: $0)...].prefix(64))).isWeb }
  }

  private static func web(_ text: String) throws(SubscriptionFile.Problem.Kind) -> URL {
    let hasScheme = text.utf8.starts(with: "https://".utf8) || text.utf8.starts(with: "http://".utf8)
    let isFile = text.utf8.starts(with: "file:///".utf8)
    guard hasScheme || isFile || AddressParts(text).isWeb else { throw .unsupportedAddress(text) }
    guard text.utf8.count <= 8_192, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let url = URL(written: text),
      isFile || url.hasHost
    else { throw .invalidAddress(text) }
    return url
  }
}

extension URL {
  /// Whether it has a host, in any script. A sentence and a template's `{{ .feed }}` are none.
  var hasHost: Bool {
    guard let host = host(percentEncoded: false), !host.isEmpty else { return false }
    return host.unicodeScalars.allSatisfy {
      !$0.isASCII || $0.properties.isAlphabetic || "0123456789-._:[]%".unicodeScalars.contains($0)
    }
  }
}

extension AddressParts? {
  /// Whether the scheme is `http` or `https`.
  var isWeb: Bool { self.map { ["http", "https"].contains($0.scheme.lowercased()) } ?? false }
}
