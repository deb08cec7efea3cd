import Essentials

/// Returns an address as absolute text; nil if it is empty or too long. Without a base, or if it is absolute already,
/// it stays as it is written.
func resolved(_ text: String, on base: String?) -> String? {
  var text = text
  if isWeb(text), text.utf8.count <= 8_192, text.withUTF8({ $0.allSatisfy { $0 > 0x20 && $0 < 0x7F } }) { return text }
  text = text.trimmed
  if text.utf8.contains(where: { $0 <= 0x20 }) {
    // Browsers remove line breaks within an address and encode spaces as %20.
    text = String(text.filter { !$0.isNewline && $0 != "\t" }).replacing(" ", with: "%20")
  }
  guard !text.isEmpty, text.utf8.count <= 8_192 else { return nil }
  if hasScheme(text) { return text }
  // Such an address is typed by a person, and means a host.
  if text.hasPrefix("www.") { text = "//" + text }
  guard let base, let page = URL(string: base) else { return text }
  // Foundation preserves the fragment of the base here.
  return URL(written: text, relativeTo: page)?.absoluteURL.absoluteString ?? text
}

/// Returns whether an address has a scheme (RFC 3986, 3.1).
func hasScheme(_ text: String) -> Bool {
  guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.first, first.isASCII, first.isLetter
  else { return false }
  return text[..<colon].utf8.allSatisfy {
    (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
  }
}

func isWeb(_ text: String) -> Bool {
  if text.utf8.starts(with: "https://".utf8) || text.utf8.starts(with: "http://".utf8) { return true }
  let start = text.prefix(8).lowercased()
  return start.hasPrefix("http://") || start.hasPrefix("https://")
}
