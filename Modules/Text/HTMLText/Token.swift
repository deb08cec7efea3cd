public import RichText

/// A text or a tag of HTML.
enum Token {
  case text(ArraySlice<UInt8>)
  /// A start or end tag, with its name in lower case.
  case tag(String, [Attribute], isEnd: Bool)
}

/// Returns the texts and tags of HTML without comments, scripts and styles. Comments and tags that are not closed are
/// text.
/// - Parameter isDocument: Whether it is certainly HTML, so that declarations and the elements of SVG, MathML and other
///   languages are not text.
/// - Parameter isDeclared: Whether the text is declared to be HTML. In another one, elements without attributes are text
///   unless they end: it may name them.
func tokens(of html: String, isDocument: Bool = false, isDeclared: Bool = true) -> [Token] {
  let bytes = Array(html.utf8)
  var tokens: [Token] = []
  var scanner = TokenScanner(bytes: bytes, isDocument: isDocument, isDeclared: isDeclared)
  var text = 0
  var index = 0
  while index < bytes.count {
    guard let mark = bytes[index] == UInt8(ascii: "<") ? scanner.mark(at: index) : scanner.endOfCDATA(at: index) else {
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

struct TokenScanner {
  private let bytes: [UInt8]
  // A search that failed up to the end is not repeated: that would take quadratic time.
  private var hasOpenComment = false
  private var hasOpenTag = false
  private var hasOpenDeclaration = false
  private var isInCDATA = false
  /// The names of the elements with an end tag; nil if only those of HTML are elements.
  private let ended: Set<String>?
  /// The names of the elements that are tags without attributes; nil for all.
  private let plain: Set<String>?

  init(bytes: [UInt8], isDocument: Bool = false, isDeclared: Bool = true) {
    self.bytes = bytes
    ended = isDocument ? namesOfEnds(in: bytes) : nil
    plain = isDeclared ? nil : namesOfEnds(in: bytes).union(endlessElements)
  }

  /// Returns the tag that begins at an index, or the end of a comment.
  mutating func mark(at start: Int) -> (token: Token?, end: Int)? {
    if bytes[start...].starts(with: "<!--".utf8) {
      guard !hasOpenComment else { return nil }
      let end = endOfComment(at: start)
      hasOpenComment = end == nil
      return end.map { (nil, $0) }
    }
    if let declaration = endOfDeclaration(at: start) { return (nil, declaration) }
    guard !hasOpenTag else { return nil }
    let isEnd = bytes[(start + 1)...].first == UInt8(ascii: "/")
    let rest = bytes[(start + (isEnd ? 2 : 1))...]
    let name = rest.prefix { $0.isASCIILetterOrDigit || ended != nil && "-:_.".utf8.contains($0) }
    let text = String(decoding: name, as: UTF8.self).lowercased()
    guard let next = rest.dropFirst(name.count).first, next.endsName, isElement(text, name) else { return nil }
    guard let (attributes, end) = attributes(in: bytes, from: name.endIndex) else {
      hasOpenTag = true
      return nil
    }
    if !isEnd, attributes.isEmpty, plain?.contains(text) == false { return nil }
    // Formulas are written in scripts that no browser runs.
    guard !isEnd, rawElements.contains(text), attributes["type"]?.hasPrefix("math/tex") != true
    else { return (.tag(text, attributes, isEnd: isEnd), end) }
    return (nil, self.end(of: "</" + text, from: end).flatMap { self.end(of: ">", from: $0) } ?? bytes.count)
  }

  /// Returns whether a name is that of an element: of HTML, or of another language if it ends itself (`<path/>`) or has
  /// an end tag.
  private func isElement(_ text: String, _ name: ArraySlice<UInt8>) -> Bool {
    if elements.contains(text) { return true }
    guard let ended, let first = name.first, first.isASCIILetter, name.last != UInt8(ascii: ":") else { return false }
    // Looking further for the end would take quadratic time.
    let end = bytes[name.endIndex...].prefix(256).firstIndex(of: UInt8(ascii: ">"))
    return ended.contains(text) || end.map { bytes[$0 - 1] == UInt8(ascii: "/") } == true
  }

  /// Returns the end of `<!DOCTYPE html>`, `<?xml version="1.0"?>` or the start of CDATA.
  private mutating func endOfDeclaration(at start: Int) -> Int? {
    guard ended != nil, start + 2 < bytes.count, bytes[start + 1] == 0x21 || bytes[start + 1] == 0x3F,
      bytes[start + 2] == 0x5B || bytes[start + 2].isASCIILetter
    else { return nil }
    if bytes[start...].starts(with: "<![CDATA[".utf8) {
      isInCDATA = true
      return start + 9
    }
    guard !hasOpenDeclaration else { return nil }
    let end = end(of: ">", from: start)
    hasOpenDeclaration = end == nil
    return end
  }

  /// Returns the end of `]]>` if it ends CDATA.
  mutating func endOfCDATA(at start: Int) -> (token: Token?, end: Int)? {
    guard isInCDATA, bytes[start...].starts(with: "]]>".utf8) else { return nil }
    isInCDATA = false
    return (nil, start + 3)
  }

  /// Returns the end of a comment: `-->`, which may share the hyphens of its start, or `--!>`.
  private func endOfComment(at start: Int) -> Int? {
    var index = start + 2
    while let hyphen = bytes[index...].firstIndex(of: UInt8(ascii: "-")) {
      index = hyphen + 1
      if bytes[hyphen...].starts(with: "-->".utf8) { return hyphen + 3 }
      if hyphen >= start + 4, bytes[hyphen...].starts(with: "--!>".utf8) { return hyphen + 4 }
    }
    return nil
  }

  /// Returns the end of the first occurrence of a text in either case.
  private func end(of text: String, from start: Int) -> Int? {
    let wanted = Array(text.utf8)
    var index = start
    while index + wanted.count <= bytes.count {
      // No text that is searched for begins with a letter.
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

/// Returns the names of all end tags, in lower case.
private func namesOfEnds(in bytes: [UInt8]) -> Set<String> {
  var names = Set<String>()
  var index = 0
  while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
    index = start + 1
    guard index < bytes.count, bytes[index] == UInt8(ascii: "/") else { continue }
    let name = bytes[(index + 1)...].prefix { !$0.endsName && $0 != UInt8(ascii: "<") }
    index = name.endIndex
    if name.count < 64 { names.insert(String(decoding: name, as: UTF8.self).lowercased()) }
  }
  return names
}

extension UInt8 {
  fileprivate var isSmallLetter: Bool { (0x61...0x7A).contains(self) }
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isASCIILetter: Bool { isSmallLetter || (0x41...0x5A).contains(self) }
  /// Whether the byte is a letter or a digit of ASCII.
  var isASCIILetterOrDigit: Bool { isASCIILetter || isDigit }
  fileprivate var endsName: Bool { isHTMLSpace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">") }
  /// Whether the byte is ASCII white space by the HTML standard.
  var isHTMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C }
}

/// A tag of HTML in another kind of text, such as Markdown.
public struct HTMLTag: Equatable, Sendable {
  /// The name of the element in lower case; nil for a comment, a script or a style.
  public var name: String?
  /// Whether it is an end tag.
  public var isEnd = false
  /// Whether the element is a block.
  public var isBlock = false
  /// The text traits of the element.
  public var traits: RichText.Run.Traits = []
  /// The address of a link.
  public var link: String?
  /// The text to show in place of a picture.
  public var text: String?
  /// The index of the byte after it.
  public var end: Int
}

/// A scanner for tags in a text, which takes linear time for all of them.
public struct HTMLTagScanner {
  private var scanner: TokenScanner

  public init(_ bytes: [UInt8]) { scanner = TokenScanner(bytes: bytes) }

  /// Returns the tag that begins at a `<`; nil if none does.
  public mutating func tag(at index: Int) -> HTMLTag? {
    guard let (token, end) = scanner.mark(at: index) else { return nil }
    guard case .tag(let name, let attributes, let isEnd) = token else { return HTMLTag(end: end) }
    let text = isHidden(name, attributes) ? nil : Embedded(name, attributes).map { "\($0.words) \($0.source)" }
    return HTMLTag(
      name: name, isEnd: isEnd, isBlock: isBlockElement(name), traits: elementTraits[name] ?? [],
      link: name == "a" ? attributes["href"] : nil, text: text ?? (name == "img" ? attributes["alt"] : nil), end: end)
  }
}
