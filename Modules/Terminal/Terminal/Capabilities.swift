/// What a terminal can show.
public struct Capabilities: Hashable, Sendable {
  /// How many colours there are, fewest first.
  public enum Colors: Int, Comparable, Sendable {
    /// In the order of how many there are.
    case none, sixteen, twoHundredFiftySix, trueColor

    /// Whether `left` has fewer colours.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// What is behind the text, as far as it is known.
  public enum Background: Hashable, Sendable {
    /// Only what can be read on both is shown.
    case unknown
    /// Dark letters are read on it.
    case light
    /// Light letters are read on it.
    case dark
  }

  /// Which colours may be used; without any, bold, reverse and underline remain.
  public var colors: Colors
  /// What is behind the text.
  public var background: Background
  /// Whether anything but ASCII may be written.
  public var unicode: Bool
  /// Whether a frame may be put between the marks of DEC mode 2026, so that it appears at once.
  public var synchronizedOutput: Bool
  /// Whether what is erased takes the background colour that is set (bce), so that a coloured line need not be filled
  /// with spaces.
  public var erasesWithBackground: Bool
  /// Whether text may lead somewhere when it is clicked (OSC 8).
  public var hyperlinks: Bool
  /// Whether there is no cursor to be moved: only lines can be printed, one after the other.
  public var isDumb: Bool

  public init(
    colors: Colors = .sixteen, background: Background = .unknown, unicode: Bool = true,
    synchronizedOutput: Bool = false, erasesWithBackground: Bool = true, hyperlinks: Bool = true, isDumb: Bool = false
  ) {
    self.colors = colors
    self.background = background
    self.unicode = unicode
    self.synchronizedOutput = synchronizedOutput
    self.erasesWithBackground = erasesWithBackground
    self.hyperlinks = hyperlinks
    self.isDumb = isDumb
  }
}

extension Capabilities {
  /// What the environment tells of the terminal.
  ///
  /// - `TERM` unset, empty or `dumb` is a terminal without a cursor.
  /// - Colours: none with a non-empty `NO_COLOR` (no-color.org); true colour by `COLORTERM` or a `TERM` that is known for
  ///   it; 256 by a `TERM` that says so; otherwise the 16 every terminal has.
  /// - What is behind the text by `COLORFGBG`, which rxvt and Konsole set.
  /// - Erasing with the background colour is trusted everywhere but in GNU screen.
  /// - Links unless the terminal is known to print what it does not know of them: the consoles of Linux and the BSDs, GNU
  ///   screen, Emacs, terminals of glass.
  /// - Unicode unless the first of `LC_ALL`, `LC_CTYPE`, `LANG` that is not empty names another character set; where none
  ///   is set, as in containers, today's terminals are trusted to know UTF-8.
  public init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    isDumb = term.isEmpty || term == "dumb"
    colors = Self.colors(term: term, environment: environment)
    background = Background(colorFgBg: environment["COLORFGBG"])
    unicode = Self.unicode(environment)
    erasesWithBackground = !isDumb && !Self.isScreen(term, environment)
    hyperlinks = !isDumb && !Self.isScreen(term, environment) && !Self.linkless.contains { term.hasPrefix($0) }
    synchronizedOutput = !isDumb && Self.modern.contains { term.hasPrefix($0) }
  }

  /// Terminals known for true colour and synchronized output, by the beginning of their `TERM`.
  private static let modern = ["xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm", "contour", "rio"]

  /// Terminals without links, by the beginning of their `TERM`.
  private static let linkless = ["linux", "vt", "cons", "wsvt", "eterm", "sun", "ansi"]

  private static func colors(term: String, environment: [String: String]) -> Colors {
    let hasNoColors = term.hasPrefix("vt") || term.hasSuffix("-mono") || term.hasSuffix("-m")
    if environment["NO_COLOR"]?.isEmpty == false || term.isEmpty || term == "dumb" || hasNoColors { return .none }
    let isScreen = isScreen(term, environment)
    let saysTrueColor = ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased())
    if !isScreen, saysTrueColor || term.hasSuffix("-direct") || modern.contains(where: term.hasPrefix) {
      return .trueColor
    }
    return isScreen && saysTrueColor || term.split(separator: "-").contains("256color") ? .twoHundredFiftySix : .sixteen
  }

  /// GNU screen, of which tmux shares the name.
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
  /// - Parameter colorFgBg: The numbers of the colours of text and background, as in `0;15`; in between may be a word.
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
