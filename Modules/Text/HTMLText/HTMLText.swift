// HTML as plain or rich text.

/// The text of HTML as a reader sees it. Hostile input takes time in proportion to its length, like any other.
public enum HTMLText {
  /// The text of what stands inside an element: tags and comments dropped, named and numbered characters in place of
  /// their references, white space as a browser collapses it. `<br>`, and elements that begin a paragraph, break the line.
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

  /// The text of an attribute's value: characters in place of their references, and nothing else changed. Tags are text
  /// there, as they are to a browser.
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

/// Text in which white space is one space, and never at the end of a line.
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
