/// How a terminal is told to show pictures.
public enum PictureProtocol: Hashable, Sendable {
  /// `KittyGraphics`: kitty, Ghostty, WezTerm, Konsole.
  case kitty
  /// `ITermImages`: iTerm2, WezTerm, mintty.
  case iTerm

  /// Whether pictures of a format can be shown; their bytes are passed on as they are.
  public func canShow(_ format: Picture.Format) -> Bool { self == .iTerm || format == .png }

  /// Whether a part of a picture can be shown, as where it scrolls out of the window. Otherwise only all of it can be.
  public var showsParts: Bool { self == .kitty }
}

/// What came of asking for a picture to be shown.
public enum PictureOutput: Hashable, Sendable {
  /// These are to be written, each a whole escape sequence.
  case write([String])
  /// The terminal does not know the format.
  case unknownFormat(Picture.Format)
}
