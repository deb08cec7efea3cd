public import Essentials

extension URL {
  /// Returns this address with one more query item, with all reserved characters of its value escaped.
  public func appending(query name: String, _ value: String) -> URL {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
    // Most servers read a plus sign in a query as a space, and Foundation does not escape it.
    let item = URLQueryItem(name: name, value: value.utf8.map(escaped).joined())
    parts.percentEncodedQueryItems = (parts.percentEncodedQueryItems ?? []) + [item]
    return parts.url ?? self
  }
}

/// Returns the percent-encoding of a byte by RFC 3986, sections 2.1 and 2.3.
private func escaped(_ byte: UInt8) -> String {
  let character = Character(UnicodeScalar(byte))
  let isUnreserved = character.isASCII && (character.isLetter || character.isNumber || "-._~".contains(character))
  return isUnreserved ? String(character) : "%" + byte.hexadecimal(digits: 2, uppercase: true)
}
