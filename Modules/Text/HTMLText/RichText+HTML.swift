public import RichText

extension RichText {
  /// Creates the text of HTML, a document or a part of one, in time in proportion to its length: headings, lists,
  /// quotations, code, tables, emphasis and links; a picture, film or frame as a line that leads there; nothing of scripts,
  /// forms and what is hidden. What is never closed ends with its block or with the text.
  public init(html: String) {
    let tokens = tokens(of: html, isDocument: true)
    var builder = RichTextBuilder(tokens)
    var index = 0
    while index < tokens.count { index = builder.read(index) }
    self = builder.finished()
  }
}

extension HTMLText {
  /// Whether a text has a tag that says what plain text and Markdown say with empty lines and marks, such as `<p>`, `<li>`
  /// or `<h1>`. One that only stresses, links or breaks a line may stand in Markdown too.
  public static func hasBlocks(_ text: String) -> Bool {
    tags(in: text).contains { isBlockElement($0.name) }
  }

  /// The elements of HTML that a text ends somewhere, by their names in small letters.
  public static func ended(in text: String) -> Set<String> {
    Set(tags(in: text).filter(\.isEnd).map(\.name))
  }

  /// Whether a text has a tag of any kind.
  public static func hasTags(_ text: String) -> Bool { !tags(in: text).isEmpty }

  private static func tags(in text: String) -> [(name: String, isEnd: Bool)] {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return [] }
    return tokens(of: text).compactMap { if case .tag(let name, _, let isEnd) = $0 { (name, isEnd) } else { nil } }
  }

  /// Whether a text has characters written as HTML writes them: `it&#39;s`.
  public static func hasReferences(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "&"))
      && text.contains(/&(#[0-9]{2,6}|#x[0-9A-Fa-f]{2,6}|quot|apos|amp|lt|gt|nbsp);/)
  }
}
