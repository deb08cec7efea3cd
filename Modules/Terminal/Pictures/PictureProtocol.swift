/// A protocol for showing pictures in a terminal.
public enum PictureProtocol: Hashable, Sendable {
  /// `KittyGraphics`: kitty, Ghostty, WezTerm, Konsole.
  case kitty
  /// `ITermImages`: iTerm2, WezTerm, mintty.
  case iTerm

  /// Whether pictures of a format can be shown. Their bytes are passed on unchanged.
  public func canShow(_ format: Picture.Format) -> Bool { self == .iTerm || format == .png }

  /// Whether a part of a picture can be shown, as needed when it scrolls out of view. Otherwise only a whole one can.
  public var showsParts: Bool { self == .kitty }
}
