public import RichText

extension RichText {
  /// What a reader sees of HTML: headings, lists, quotations, code, emphasis and links, in time in proportion to its
  /// length. What is never closed ends with the text.
  public init(html: String) {
    var builder = RichTextBuilder()
    for token in tokens(of: html) {
      switch token {
      case .text(let bytes): builder.add(decoded(bytes))
      case .tag(let name, let attributes, false): builder.begin(name, attributes)
      case .tag(let name, _, true): builder.end(name)
      }
    }
    self = builder.finished()
  }
}

extension HTMLText {
  /// Whether a text is likely to be HTML: it has a tag with which HTML says what plain text says with line breaks, or one
  /// that ends something.
  public static func isLikely(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return false }
    return tokens(of: text).contains { token in
      if case .tag(let name, _, let isEnd) = token {
        isEnd || ["p", "br", "li", "hr", "img"].contains(name)
      } else {
        false
      }
    }
  }

  /// Whether a text without tags has characters written as HTML writes them: `it&#39;s`.
  public static func hasReferences(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "&"))
      && text.contains(/&(#[0-9]{2,6}|#x[0-9A-Fa-f]{2,6}|quot|apos|amp|lt|gt|nbsp);/)
  }
}
