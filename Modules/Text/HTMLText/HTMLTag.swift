public import RichText

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
