public import Terminal
import TextLayout

/// A piece of a line in one style.
public struct Span: Hashable, Sendable {
  /// The text, without line breaks and control characters.
  public private(set) var text: String
  /// The style of the text.
  public var style: Style
  /// The key that a click on the text stands for; nil for none.
  public var key: Key?
  /// The link, for terminals in which text can be clicked; nil for none.
  public var link: Hyperlink?
  /// The width, in cells.
  public private(set) var width: Int

  /// Creates a span.
  /// - Parameters:
  ///   - text: Untrusted text. It is made safe for the terminal here and nowhere else.
  ///   - style: The style.
  ///   - key: The key that a click stands for; nil for none.
  ///   - link: The link; nil for none.
  public init(_ text: String, _ style: Style = .plain, key: Key? = nil, link: Hyperlink? = nil) {
    self.text = TextLayout.line(text)
    self.style = style
    self.key = key
    self.link = link
    width = TextLayout.width(of: self.text)
  }

  /// Creates a span of some spaces; empty if their number is negative.
  public init(spaces count: Int, _ style: Style = .plain) {
    self.init(String(repeating: " ", count: max(0, count)), style)
  }

  /// Creates a span with a part of another's text and the same style, key and link.
  /// - Parameters:
  ///   - text: A part of the other span's text, which is safe already.
  ///   - whole: The other span.
  init(harmless text: String, of whole: Self) {
    self = whole
    self.text = text
    width = TextLayout.width(of: text)
  }
}
