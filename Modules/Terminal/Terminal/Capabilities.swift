/// The features of a terminal that decide how output is written.
public struct Capabilities: Hashable, Sendable {
  /// The number of colours a terminal shows, fewest first.
  public enum Colors: Int, Comparable, Sendable {
    /// No colours, the 16 of the palette, xterm's 256, or any sRGB colour.
    case none, sixteen, twoHundredFiftySix, trueColor

    /// Whether `left` has fewer colours.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The brightness of the background behind the text.
  public enum Background: Hashable, Sendable {
    /// Not known: only colours that can be read on both a light and a dark background are used.
    case unknown
    /// A light background, for dark text.
    case light
    /// A dark background, for light text.
    case dark
  }

  /// A colour in sRGB.
  public struct ScreenColor: Hashable, Sendable {
    /// The share of red.
    public var red: UInt8
    /// The share of green.
    public var green: UInt8
    /// The share of blue.
    public var blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    /// Whether it looks nearer to white than to black.
    public var isLight: Bool {
      // The luma weights of ITU-R BT.601.
      Int(red) * 299 + Int(green) * 587 + Int(blue) * 114 > 127_500
    }
  }

  /// The colours that may be used; without any, bold, reverse and underline remain.
  public var colors = Colors.sixteen
  /// The brightness of the background.
  public var background = Background.unknown
  /// The colour of the background, if the terminal has reported it.
  public var backgroundColor: ScreenColor?
  /// Whether characters beyond ASCII may be written.
  public var unicode = true
  /// Whether the terminal knows DEC mode 2026, which shows everything between its two sequences at once.
  public var synchronizedOutput = false
  /// Whether erased cells take the current background colour (terminfo's `bce`), so that a coloured line need not be
  /// filled with spaces.
  public var erasesWithBackground = true
  /// Whether text can be a link (OSC 8).
  public var hyperlinks = true
  /// Whether the terminal has no cursor to move, so that lines can only be printed one after the other.
  public var isDumb = false

  /// Creates the capabilities of a usual terminal.
  public init() {}
}

extension Capabilities {
  /// Sets the colour of the background, as the terminal reported it.
  public mutating func take(background color: ScreenColor) {
    background = color.isLight ? .light : .dark
    backgroundColor = color
  }

  /// Creates the capabilities of the terminal that the environment describes.
  /// - `TERM` unset, empty or `dumb` is a terminal without a cursor.
  /// - Colours: None on a terminal known for having none; true colour by
  ///   `COLORTERM` or a `TERM` known for it; 256 by a `TERM` that says so; otherwise the 16 that every other terminal
  ///   has. GNU screen gets at most 256.
  /// - Background: From `COLORFGBG`, which rxvt and Konsole set; dark on the console of Linux.
  /// - Synchronized output: by a `TERM` known for it.
  /// - Erasing with the background colour: everywhere but in GNU screen.
  /// - Links: Everywhere but in terminals known to print the sequences they do not know: the consoles of Linux and the
  ///   BSDs, GNU screen, Emacs, hardware terminals.
  /// - Unicode: Unless the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is not empty names another character set.
  ///   If none is set, as in containers, today's terminals are trusted to know UTF-8.
  public init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    isDumb = term.isEmpty || term == "dumb"
    colors = Self.colors(term: term, environment: environment)
    background = term == "linux" ? .dark : Background(colorFgBg: environment["COLORFGBG"])
    unicode = Self.unicode(environment)
    erasesWithBackground = !isDumb && !Self.isScreen(term, environment)
    hyperlinks = !isDumb && !Self.isScreen(term, environment) && !Self.linkless.contains { term.hasPrefix($0) }
    synchronizedOutput = !isDumb && Self.modern.contains { term.hasPrefix($0) }
  }

  /// The prefixes of `TERM` of terminals with true colour and synchronized output.
  private static let modern = ["xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm", "contour", "rio"]

  /// The prefixes of `TERM` of terminals without links.
  private static let linkless = ["linux", "vt", "cons", "wsvt", "eterm", "sun", "ansi"]

  private static func colors(term: String, environment: [String: String]) -> Colors {
    let hasNoColors = term.hasPrefix("vt") || term.hasSuffix("-mono") || term.hasSuffix("-m")
    if term.isEmpty || term == "dumb" || hasNoColors { return .none }
    let isScreen = isScreen(term, environment)
    let saysTrueColor = ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased())
    if !isScreen, saysTrueColor || term.hasSuffix("-direct") || modern.contains(where: term.hasPrefix) {
      return .trueColor
    }
    return isScreen && saysTrueColor || term.split(separator: "-").contains("256color") ? .twoHundredFiftySix : .sixteen
  }

  /// Whether the terminal is GNU screen. tmux may use the same `TERM` but also sets `TMUX`.
  private static func isScreen(_ term: String, _ environment: [String: String]) -> Bool {
    term.hasPrefix("screen") && environment["TMUX"] == nil
  }

  private static func unicode(_ environment: [String: String]) -> Bool {
    let locales = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
    guard let locale = locales.first(where: { !$0.isEmpty })?.lowercased() else { return true }
    return locale.split { ".@".contains($0) }.contains { $0 == "utf-8" || $0 == "utf8" }
  }
}

extension Capabilities.Background {
  /// - Parameter colorFgBg: The palette numbers of text and background, as in `0;15`. A word may stand between them.
  fileprivate init(colorFgBg: String?) {
    let parts = (colorFgBg ?? "").split(separator: ";")
    self =
      switch parts.count < 2 ? -1 : parts.last.flatMap({ Int($0) }) ?? -1 {
      case 0...6, 8: .dark
      case 7, 15: .light
      default: .unknown
      }
  }
}
