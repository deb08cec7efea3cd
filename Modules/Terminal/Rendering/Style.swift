/// The colours and attributes of text.
public struct Style: Hashable, Sendable {
  /// Attributes of text besides its colours. A terminal ignores those it does not support.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The attributes as bits.
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavier, or in some terminals brighter.
    public static let bold = Self(rawValue: 1)
    /// Fainter.
    public static let dim = Self(rawValue: 2)
    /// Slanted.
    public static let italic = Self(rawValue: 4)
    /// With a line beneath.
    public static let underline = Self(rawValue: 8)
    /// Foreground and background exchanged.
    public static let reverse = Self(rawValue: 16)
    /// Crossed out.
    public static let strikethrough = Self(rawValue: 32)
  }

  /// The colour of the text; `nil` is the terminal's own.
  public var foreground: Color?
  /// The colour behind the text; `nil` is the terminal's own.
  public var background: Color?
  /// The attributes.
  public var attributes: Attributes

  public init(foreground: Color? = nil, background: Color? = nil, _ attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The style of the terminal's own text.
  public static let plain = Self()

  /// The visible part of the style on a space: the background alone, unless the space is underlined, struck through or
  /// reversed.
  var onSpaces: Self { isErasable ? Self(background: background) : self }

  /// Whether a space in this style looks like an erased cell.
  var isErasable: Bool { attributes.isDisjoint(with: [.underline, .reverse, .strikethrough]) }
}
