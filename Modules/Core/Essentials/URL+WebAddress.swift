extension URL {
  /// Creates an HTTP or HTTPS address from a link on a page, as a browser does; nil if the text is not one.
  public init?(webAddress text: String, on page: URL) {
    let text = text.trimmed
    guard !text.isEmpty, text.utf8.count <= 8_192, let url = URL(written: text, relativeTo: page)?.absoluteURL,
      url.isWeb
    else { return nil }
    self = page.user() == nil ? url : url.withoutCredentials
  }
}

extension URL {
  /// Whether this is an absolute http or https address with a host.
  public var isWeb: Bool { ["http", "https"].contains(scheme?.lowercased()) && !(host() ?? "").isEmpty }

  /// The address without a name and a password.
  public var withoutCredentials: URL {
    guard user() != nil || password() != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
      return self
    }
    parts.user = nil
    parts.password = nil
    return parts.url ?? self
  }
}

extension URL {
  /// Creates an address from a text that a person, a page or a server has written, as a browser does: what an address
  /// cannot have is encoded, and what is encoded stays. Foundation alone would encode each `%` once more as soon as
  /// something else is to be encoded.
  /// - Parameters:
  ///   - text: The address as it was written.
  ///   - base: The address that a relative one is resolved against.
  public init?(written text: String, relativeTo base: URL? = nil) {
    self.init(string: text.encodedAfterHost, relativeTo: base)
  }
}

extension String {
  /// The text as an address whose path, query and fragment have only characters that they can have (RFC 3986). The host
  /// stays: Foundation encodes it in its own way.
  fileprivate var encodedAfterHost: String {
    let bytes = Array(utf8)
    let delimiters = "/?#".utf8
    var start = bytes.firstIndex { delimiters.contains($0) } ?? bytes.count
    let isAuthority = bytes[start...].starts(with: "//".utf8) && (start == 0 || bytes[start - 1] == UInt8(ascii: ":"))
    if isAuthority {
      start = bytes[(start + 2)...].firstIndex { delimiters.contains($0) } ?? bytes.count
    } else {
      start = 0
    }
    guard bytes[start...].contains(where: { !Self.allowed.contains($0) || $0 == UInt8(ascii: "%") }) else {
      return self
    }
    var encoded = Array(bytes[..<start])
    var isInFragment = false
    for (index, byte) in bytes[start...].enumerated() {
      let escape = bytes[(start + index + 1)...].prefix(2)
      let isEscape = byte == UInt8(ascii: "%") && escape.count == 2 && escape.allSatisfy { $0.isHexDigit }
      let isSecondMark = byte == UInt8(ascii: "#") && isInFragment
      if byte == UInt8(ascii: "#") { isInFragment = true }
      if isEscape || Self.allowed.contains(byte) && !isSecondMark {
        encoded.append(byte)
      } else {
        encoded += "%\(byte.hexadecimal(digits: 2, uppercase: true))".utf8
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The characters of a path, a query and a fragment, and the delimiters between them.
  private static let allowed = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@/?#".utf8)
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    (0x30...0x39).contains(self) || (0x61...0x66).contains(self | 0x20)
  }
}
