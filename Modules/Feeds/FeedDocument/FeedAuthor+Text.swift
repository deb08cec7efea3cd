import Essentials

extension FeedAuthor {
  /// Creates an author from a text in one of the usual forms: `name`, `address`, `address (name)`, `name (address)`,
  /// `name <address>`. Nil if the text is empty.
  init?(text: String) {
    var text = DraftText(bytes: Array(text.utf8)).line
    let signs = [UInt8(ascii: "@"), UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: ":"), UInt8(ascii: "\"")]
    guard text.utf8.contains(where: { signs.contains($0) }) else {
      name = text
      if text.isEmpty { return nil }
      return
    }
    if text.lowercased().hasPrefix("mailto:") { text = String(text.dropFirst(7)) }
    var rest = text
    var inner: String?
    for (open, close) in [("(", ")"), ("<", ">")] as [(Character, Character)] {
      guard inner == nil, rest.last == close, let start = rest.lastIndex(of: open) else { continue }
      inner = String(rest[rest.index(after: start)...].dropLast()).trimmed
      rest = String(rest[..<start]).trimmed
    }
    if let found = inner, found.lowercased().hasPrefix("mailto:") { inner = String(found.dropFirst(7)) }
    for part in [rest, inner].compactMap({ $0 }) where !part.isEmpty {
      if email == nil, Self.isEmail(part) {
        email = part
      } else if name == nil {
        name = part.trimmingQuotes
      }
    }
    // Brackets without an email address are part of the name.
    if email == nil, inner != nil, !rest.isEmpty { name = text }
    if isEmpty { return nil }
  }

  private static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty && !text.contains(" ")
  }
}

extension String {
  fileprivate var trimmingQuotes: String {
    count > 1 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
  }
}
