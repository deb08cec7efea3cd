/// A part of HTML, in bytes of UTF-8.
enum Token {
  case text(ArraySlice<UInt8>)
  /// A tag by its name in small letters; whether it ends an element or begins one.
  case tag(String, [Attribute], isEnd: Bool)
}

/// The text and the tags. Comments, scripts and styles are left out; what never ends is text.
func tokens(of html: String) -> [Token] {
  let bytes = Array(html.utf8)
  var tokens: [Token] = []
  var scanner = Scanner(bytes: bytes)
  var text = 0
  var index = 0
  while index < bytes.count {
    guard bytes[index] == UInt8(ascii: "<"), let mark = scanner.mark(at: index) else {
      index += 1
      continue
    }
    if text < index { tokens.append(.text(bytes[text..<index])) }
    if let tag = mark.token { tokens.append(tag) }
    index = mark.end
    text = mark.end
  }
  if text < bytes.count { tokens.append(.text(bytes[text...])) }
  return tokens
}

struct Scanner {
  private let bytes: [UInt8]
  // What was looked for up to the end in vain is not looked for again: that would take quadratic time.
  private var hasOpenComment = false
  private var hasOpenTag = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The comment or tag that begins here; a comment is no token.
  mutating func mark(at start: Int) -> (token: Token?, end: Int)? {
    if bytes[start...].starts(with: "<!--".utf8) {
      guard !hasOpenComment else { return nil }
      let end = end(of: "-->", from: start + 4)
      hasOpenComment = end == nil
      return end.map { (nil, $0) }
    }
    guard !hasOpenTag else { return nil }
    let isEnd = bytes[(start + 1)...].first == UInt8(ascii: "/")
    let rest = bytes[(start + (isEnd ? 2 : 1))...]
    let name = rest.prefix { $0.isASCIILetterOrDigit }
    let text = String(decoding: name, as: UTF8.self).lowercased()
    guard elements.contains(text), let next = rest.dropFirst(name.count).first, next.endsName else { return nil }
    guard let (attributes, end) = attributes(in: bytes, from: name.endIndex) else {
      hasOpenTag = true
      return nil
    }
    guard !isEnd, rawElements.contains(text) else { return (.tag(text, attributes, isEnd: isEnd), end) }
    return (nil, self.end(of: "</" + text, from: end).flatMap { self.end(of: ">", from: $0) } ?? bytes.count)
  }

  /// Where a text ends, whatever its case.
  private func end(of text: String, from start: Int) -> Int? {
    let wanted = Array(text.utf8)
    var index = start
    while index + wanted.count <= bytes.count {
      // No text that is looked for begins with a letter.
      if bytes[index] == wanted[0],
        zip(bytes[index...], wanted).allSatisfy({ $0 == $1 || $0 == $1 - 0x20 && $1.isSmallLetter })
      {
        return index + wanted.count
      }
      index += 1
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isSmallLetter: Bool { (0x61...0x7A).contains(self) }
  fileprivate var isASCIILetterOrDigit: Bool {
    isSmallLetter || (0x41...0x5A).contains(self) || (0x30...0x39).contains(self)
  }
  fileprivate var endsName: Bool { isHTMLSpace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">") }
  /// ASCII whitespace of the HTML standard; the no-break space is none.
  var isHTMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C }
}
