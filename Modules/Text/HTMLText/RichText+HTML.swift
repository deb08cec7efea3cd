import Essentials
public import RichText

extension RichText {
  /// Creates the text of an HTML document or fragment, in linear time: headings, lists, quotations, code, tables,
  /// emphasis and links; pictures, videos and frames as lines with a link; without scripts, forms and hidden elements.
  /// An element that is not closed ends with its block or with the text.
  public init(html: String) {
    let tokens = tokens(of: html.withLineFeeds, isDocument: true)
    var builder = RichTextBuilder(tokens)
    var index = 0
    while index < tokens.count { index = builder.read(index) }
    self = builder.finished()
  }
}

extension HTMLText {
  /// Returns whether a text has a tag that neither plain text nor Markdown needs, such as `<p>`, `<li>` or `<h1>`. Tags
  /// for emphasis, links and line breaks are used in Markdown, too.
  public static func hasBlocks(_ text: String) -> Bool {
    tags(in: text).contains { isBlockElement($0.name) }
  }

  /// Returns the names, in lower case, of the HTML elements for which a text has an end tag.
  public static func ended(in text: String) -> Set<String> {
    Set(tags(in: text).filter(\.isEnd).map(\.name))
  }

  /// Returns whether a text has any tag.
  public static func hasTags(_ text: String) -> Bool { !tags(in: text).isEmpty }

  private static func tags(in text: String) -> [(name: String, isEnd: Bool)] {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return [] }
    return tokens(of: text).compactMap { if case .tag(let name, _, let isEnd) = $0 { (name, isEnd) } else { nil } }
  }

  /// Returns whether a text has character references, as in `it&#39;s`.
  public static func hasReferences(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "&"))
      && text.contains(/&(#[0-9]{2,6}|#x[0-9A-Fa-f]{2,6}|quot|apos|amp|lt|gt|nbsp);/)
  }
}
