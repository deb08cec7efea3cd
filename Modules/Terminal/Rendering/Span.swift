import TextLayout

/// A piece of a line in one style.
public struct Span: Hashable, Sendable {
  /// The text, harmless: one line without controls.
  public let text: String
  /// How it looks.
  public var style: Style
  /// Where it leads, for terminals in which text can be clicked.
  public var link: Hyperlink?
  /// In cells.
  public let width: Int

  /// - Parameter text: From anywhere; made harmless here and nowhere else.
  public init(_ text: String, _ style: Style = .plain, link: Hyperlink? = nil) {
    self.init(harmless: TextLayout.line(text), style, link: link)
  }

  /// - Parameter text: A part of another span's text.
  init(harmless text: String, _ style: Style, link: Hyperlink?) {
    self.text = text
    self.style = style
    self.link = link
    width = TextLayout.width(of: text)
  }
}
