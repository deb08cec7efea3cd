/// A line of the file, and the tokens in it.
///
/// Tokens are separated by blanks. One that begins with a quotation mark ends at the next that no backslash precedes, or
/// at the end of the line; all others have no escapes. A token that begins with `#` begins a comment.
struct SubscriptionLine: Hashable, Sendable {
  /// The line without its end.
  var bytes: [UInt8]
  /// The line feed, with a carriage return before it or not; empty at the end of the file.
  var end: [UInt8]

  /// A word, or a text in quotes.
  struct Token {
    /// The bytes without quotes and escapes.
    var value: [UInt8]
    /// The bytes in the line, with quotes and escapes.
    var range: Range<Int>
    /// Whether a closing quotation mark is missing.
    var isOpen = false

    /// The value as text, with U+FFFD for wrong bytes.
    var text: String { String(decoding: value, as: UTF8.self) }
    /// Whether the value is UTF-8.
    var isText: Bool { value.allSatisfy { $0 < 0x80 } || String(validating: value, as: UTF8.self) != nil }
  }

  /// Splits a file into lines. A file that ends with a line feed has no empty last line.
  static func all(in file: [UInt8]) -> [Self] {
    var lines = [Self]()
    var start = 0
    while start < file.count {
      let feed = file[start...].firstIndex(of: UInt8(ascii: "\n"))
      let next = feed.map { $0 + 1 } ?? file.count
      var end = feed ?? file.count
      if feed != nil, end > start, file[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      lines.append(Self(bytes: Array(file[start..<end]), end: Array(file[end..<next])))
      start = next
    }
    return lines
  }

  var tokens: [Token] {
    var tokens: [Token] = []
    // A byte order mark is not a part of the first address.
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while true {
      while index < bytes.count, bytes[index].isBlank { index += 1 }
      guard index < bytes.count, bytes[index] != UInt8(ascii: "#") else { return tokens }
      let token = bytes[index] == UInt8(ascii: "\"") ? quoted(from: index) : word(from: index)
      tokens.append(token)
      index = token.range.upperBound
    }
  }

  private func word(from start: Int) -> Token {
    let end = bytes[start...].firstIndex(where: \.isBlank) ?? bytes.count
    return Token(value: Array(bytes[start..<end]), range: start..<end)
  }

  private func quoted(from start: Int) -> Token {
    var value = [UInt8]()
    var index = start + 1
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\"") { return Token(value: value, range: start..<index) }
      guard byte == UInt8(ascii: "\\") else {
        value.append(byte)
        continue
      }
      // A backslash at the end of the line means nothing.
      guard index < bytes.count else { break }
      switch bytes[index] {
      case UInt8(ascii: "n"): value.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): value.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "t"): value.append(UInt8(ascii: "\t"))
      // In newsboat a shell sees this one.
      case UInt8(ascii: "`"): value += [UInt8(ascii: "\\"), UInt8(ascii: "`")]
      case let other: value.append(other)
      }
      index += 1
    }
    return Token(value: value, range: start..<index, isOpen: true)
  }

  /// Returns a text as a token, in quotes if it needs them.
  static func token(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let isQuoted =
      bytes.isEmpty || bytes[0] == UInt8(ascii: "\"") || bytes[0] == UInt8(ascii: "#")
      || bytes.contains { $0.isBlank || $0 == UInt8(ascii: "\n") }
    return isQuoted ? token(inQuotes: bytes) : bytes
  }

  /// Returns a token in quotes.
  static func token(inQuotes bytes: some Sequence<UInt8>) -> [UInt8] {
    var token = [UInt8(ascii: "\"")]
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n"): token += "\\n".utf8
      case UInt8(ascii: "\r"): token += "\\r".utf8
      case UInt8(ascii: "\t"): token += "\\t".utf8
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): token += [UInt8(ascii: "\\"), byte]
      default: token.append(byte)
      }
    }
    return token + [UInt8(ascii: "\"")]
  }

  // MARK: - Edits

  /// Replaces one token.
  mutating func replace(_ token: Token, with new: [UInt8]) {
    let end = token.range.upperBound
    // Nothing need separate a token in quotes from the next.
    let isJoined = end < bytes.count && !bytes[end].isBlank && new.last != UInt8(ascii: "\"")
    bytes.replaceSubrange(token.range, with: new + (isJoined ? [UInt8(ascii: " ")] : []))
  }

  /// Adds a token after all others.
  mutating func insert(_ new: [UInt8]) {
    guard let token = tokens.last else { return }
    var end = token.range.upperBound
    if token.isOpen {
      replace(token, with: Self.token(inQuotes: token.value))
      end = bytes.count
    }
    let isJoined = end < bytes.count && !bytes[end].isBlank
    bytes.insert(contentsOf: [UInt8(ascii: " ")] + new + (isJoined ? [UInt8(ascii: " ")] : []), at: end)
  }
}

extension UInt8 {
  /// Whether the byte separates tokens. Line feeds separate lines.
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
