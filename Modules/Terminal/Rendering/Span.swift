import TextLayout

/// A piece of a line in one style.
public struct Span: Hashable, Sendable {
  /// The text, harmless: one line without controls.
  public let text: String
  /// How it looks.
  public var style: Style
  /// In cells.
  public let width: Int

  /// - Parameter text: From anywhere; made harmless here and nowhere else.
  public init(_ text: String, _ style: Style = .plain) {
    self.init(harmless: TextLayout.line(text), style)
  }

  /// - Parameter text: A part of another span's text.
  init(harmless text: String, _ style: Style) {
    self.text = text
    self.style = style
    width = TextLayout.width(of: text)
  }
}
