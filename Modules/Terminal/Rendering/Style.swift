public import Terminal

/// How text looks.
public struct Style: Hashable, Sendable {
  /// What text looks like besides its colour; what a terminal does not know it leaves out.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The set as bits.
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavier, in some terminals brighter.
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
  /// What else.
  public var attributes: Attributes

  public init(foreground: Color? = nil, background: Color? = nil, _ attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// As the terminal's own text looks.
  public static let plain = Self()

  /// The style as it can be shown with so many colours.
  public func downgraded(to colors: Capabilities.Colors) -> Self {
    Self(
      foreground: foreground?.downgraded(to: colors), background: background?.downgraded(to: colors), attributes)
  }

  /// What is seen of the style on a space: its background alone, unless it has lines or is reversed.
  var onSpaces: Self { isErasable ? Self(background: background) : self }

  /// Whether a space in this style looks as if erased.
  var isErasable: Bool { attributes.isDisjoint(with: [.underline, .reverse, .strikethrough]) }
}
