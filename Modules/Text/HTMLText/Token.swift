public import RichText

/// A part of HTML, in bytes of UTF-8.
enum Token {
  case text(ArraySlice<UInt8>)
  /// A tag by its name in small letters; whether it ends an element or begins one.
  case tag(String, [Attribute], isEnd: Bool)
}

/// The text and the tags. Comments, scripts and styles are left out; what never ends is text.
/// - Parameter isDocument: whether it is HTML for sure, so that declarations and the elements of SVG, MathML and other
///   languages are no text.
func tokens(of html: String, isDocument: Bool = false) -> [Token] {
  let bytes = Array(html.utf8)
  var tokens: [Token] = []
  var scanner = Scanner(bytes: bytes, isDocument: isDocument)
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
  // A search that failed up to the end is not repeated: that would take quadratic time.
  private var hasOpenComment = false
  private var hasOpenTag = false
  private var hasOpenDeclaration = false
  /// The names of elements that end somewhere; nil where only those of HTML are elements.
  private let ended: Set<String>?

  init(bytes: [UInt8], isDocument: Bool = false) {
    self.bytes = bytes
    ended = isDocument ? namesOfEnds(in: bytes) : nil
  }

  /// The comment or tag that begins here; a comment is no token.
  mutating func mark(at start: Int) -> (token: Token?, end: Int)? {
    if bytes[start...].starts(with: "<!--".utf8) {
      guard !hasOpenComment else { return nil }
      let end = end(of: "-->", from: start + 4)
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
    // A formula is written in a script that no browser runs.
    guard !isEnd, rawElements.contains(text), attributes["type"]?.hasPrefix("math/tex") != true
    else { return (.tag(text, attributes, isEnd: isEnd), end) }
    return (nil, self.end(of: "</" + text, from: end).flatMap { self.end(of: ">", from: $0) } ?? bytes.count)
  }

  /// An element of another language is one where it is ended, by itself (`<path/>`) or somewhere.
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
    if bytes[start...].starts(with: "<![CDATA[".utf8) { return start + 9 }
    guard !hasOpenDeclaration else { return nil }
    let end = end(of: ">", from: start)
    hasOpenDeclaration = end == nil
    return end
  }

  /// Returns the end of a text, whatever its case.
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

/// The names of all elements that end somewhere, in small letters.
private func namesOfEnds(in bytes: [UInt8]) -> Set<String> {
  var (names, index) = (Set<String>(), 0)
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
  fileprivate var isASCIILetterOrDigit: Bool { isASCIILetter || isDigit }
  fileprivate var endsName: Bool { isHTMLSpace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">") }
  /// ASCII whitespace of the HTML standard; the no-break space is none.
  var isHTMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C }
}

/// A tag of HTML in a text of another kind, such as Markdown.
public struct HTMLTag: Equatable, Sendable {
  /// The element in small letters; nil for a comment, a script or a style, which nobody reads.
  public var name: String?
  /// Whether it ends the element.
  public var isEnd = false
  /// Whether it holds paragraphs, or is one.
  public var isBlock = false
  /// The traits that the element gives its text.
  public var traits: RichText.Run.Traits = []
  /// The address of a link that begins here.
  public var link: String?
  /// The text in place of a picture.
  public var text: String?
  /// Its end, in bytes.
  public var end: Int
}

/// Finds tags in bytes of UTF-8, all of them in time in proportion to how many bytes there are.
public struct HTMLTagScanner {
  private var scanner: Scanner

  public init(_ bytes: [UInt8]) { scanner = Scanner(bytes: bytes) }

  /// The tag that begins at a `<`; nil where none does.
  public mutating func tag(at index: Int) -> HTMLTag? {
    guard let (token, end) = scanner.mark(at: index) else { return nil }
    guard case .tag(let name, let attributes, let isEnd) = token else { return HTMLTag(end: end) }
    let text = isHidden(name, attributes) ? nil : Embedded(name, attributes).map { "\($0.words) \($0.source)" }
    return HTMLTag(
      name: name, isEnd: isEnd, isBlock: isBlockElement(name), traits: elementTraits[name] ?? [],
      link: name == "a" ? attributes["href"] : nil, text: text ?? (name == "img" ? attributes["alt"] : nil), end: end)
  }
}
