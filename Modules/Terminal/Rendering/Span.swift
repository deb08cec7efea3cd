public import Terminal
import TextLayout

/// A piece of a line in one style.
public struct Span: Hashable, Sendable {
  /// The text, harmless: one line without controls.
  public let text: String
  /// How it looks.
  public var style: Style
  /// The key that a click on it presses; nil for none.
  public var key: Key?
  /// Where it leads, for terminals in which text can be clicked.
  public var link: Hyperlink?
  /// In cells.
  public let width: Int

  /// - Parameters:
  ///   - text: From anywhere; made harmless here and nowhere else.
  ///   - key: What a click on it presses; nil for nothing.
  public init(_ text: String, _ style: Style = .plain, key: Key? = nil, link: Hyperlink? = nil) {
    self.init(harmless: TextLayout.line(text), style, key: key, link: link)
  }

  /// - Parameter text: A part of another span's text.
  init(harmless text: String, _ style: Style, key: Key? = nil, link: Hyperlink? = nil) {
    self.text = text
    self.style = style
    self.key = key
    self.link = link
    width = TextLayout.width(of: text)
  }
}
