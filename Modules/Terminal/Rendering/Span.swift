public import Terminal
import TextLayout

/// A piece of a line in one style.
public struct Span: Hashable, Sendable {
  /// The text, harmless: one line without controls.
  public private(set) var text: String
  /// How it looks.
  public var style: Style
  /// The key that a click on it presses; nil for none.
  public var key: Key?
  /// Where it leads, for terminals in which text can be clicked.
  public var link: Hyperlink?
  /// In cells.
  public private(set) var width: Int

  /// - `text`: From anywhere; made harmless here and nowhere else.
  /// - `key`: What a click on it presses; nil for nothing.
  /// - `link`: Where it leads; nil for nowhere.
  public init(_ text: String, _ style: Style = .plain, key: Key? = nil, link: Hyperlink? = nil) {
    self.text = TextLayout.line(text)
    self.style = style
    self.key = key
    self.link = link
    width = TextLayout.width(of: self.text)
  }

  /// - Parameters:
  ///   - text: A part of another span's text.
  ///   - whole: That span; what a click does stays.
  init(harmless text: String, of whole: Self) {
    self = whole
    self.text = text
    width = TextLayout.width(of: text)
  }
}
