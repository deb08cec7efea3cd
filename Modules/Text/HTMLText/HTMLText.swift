// HTML as plain or rich text.

/// Conversion of HTML to text, in time linear in its length for any input.
public enum HTMLText {
  /// Returns the text of the content of an element: without tags and comments, with references decoded and white space
  /// collapsed as in a browser. `<br>` and elements that begin a paragraph break the line.
  ///
  /// Only HTML's own elements are tags: `<your name>` is text.
  public static func content(_ html: String) -> String {
    var text = CollapsedText()
    for token in tokens(of: html) {
      switch token {
      case .text(let bytes): text.append(decoded(bytes))
      case .tag(let name, _, _): if breakingElements.contains(name) { text.breakLine() }
      }
    }
    return text.text
  }

  /// Returns the words that an HTML text shows, as `content` does, but without hidden elements and with the signs that are
  /// pictures; without any, those of its first picture with a description.
  public static func shownWords(_ html: String) -> String { shownWords(tokens(of: html, isDocument: true)) }

  /// Returns the words that a title shows, as `shownWords` does.
  /// - Parameters:
  ///   - html: The title in HTML.
  ///   - isDeclared: Whether it is declared to be HTML. In another one, an element without attributes and without an end is
  ///     text: `The <script> element`.
  public static func title(_ html: String, isDeclared: Bool) -> String {
    shownWords(tokens(of: html, isDeclared: isDeclared))
  }

  private static func shownWords(_ tokens: [Token]) -> String {
    let ends = Outline(tokens).ends
    var text = CollapsedText()
    var label = ""
    var index = 0
    while index < tokens.count {
      defer { index += 1 }
      guard case .tag(let name, let attributes, let isEnd) = tokens[index] else {
        if case .text(let bytes) = tokens[index] { text.append(decoded(bytes)) }
        continue
      }
      if breakingElements.contains(name) { text.breakLine() }
      guard !isEnd else { continue }
      let end = ends[index]
      if isHidden(tokens, at: index, end: end), end != nil || name == "img" {
        index = end ?? index
      } else if let embedded = Embedded(name, attributes) {
        if label.isEmpty { label = embedded.label }
      } else if name == "img" {
        text.append(attributes["alt"] ?? "")
      }
    }
    return text.text.isEmpty ? label : text.text
  }

  /// Returns the text of an attribute's value: only references are decoded. Tags are text there, as in a browser.
  public static func attribute(_ value: String) -> String { decoded(Array(value.utf8)[...]) }

  /// Returns the `href` of the first link.
  public static func firstLink(_ html: String) -> String? {
    for token in tokens(of: html) {
      if case .tag("a", let attributes, _) = token, let target = attributes.first(where: { $0.name == "href" }) {
        return decoded(target.value)
      }
    }
    return nil
  }
}

/// A text with white space collapsed, and none at the ends of lines.
private struct CollapsedText {
  private(set) var text = ""
  private var space = ""

  mutating func append(_ part: String) {
    for scalar in part.unicodeScalars {
      if UInt8(exactly: scalar.value)?.isHTMLSpace == true {
        if space.isEmpty && !text.isEmpty { space = " " }
      } else {
        text += space
        text.unicodeScalars.append(scalar)
        space = ""
      }
    }
  }

  mutating func breakLine() {
    if !text.isEmpty { space = "\n" }
  }
}
