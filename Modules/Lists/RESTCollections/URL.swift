public import Essentials

extension URL {
  /// This address with one more query item, every reserved character of its value escaped.
  public func appending(query name: String, _ value: String) -> URL {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
    // In a query a bare plus sign means a space to most servers, and Foundation leaves it bare.
    let item = URLQueryItem(name: name, value: value.utf8.map(escaped).joined())
    parts.percentEncodedQueryItems = (parts.percentEncodedQueryItems ?? []) + [item]
    return parts.url ?? self
  }
}

/// As RFC 3986, 2.1 and 2.3, has it.
private func escaped(_ byte: UInt8) -> String {
  let character = Character(UnicodeScalar(byte))
  let isUnreserved = character.isASCII && (character.isLetter || character.isNumber || "-._~".contains(character))
  return isUnreserved ? String(character) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
}
