/// What a terminal is asked about itself; `TerminalAnswer` reads what it says.
public enum TerminalQuestion {
  /// Primary device attributes (DA1; DEC VT510): every terminal answers, so that one knows that nothing more comes.
  public static let deviceAttributes = "\u{1B}[c"
  /// The size of a cell in pixels (xterm, ctlseqs, "Window manipulation", 16).
  public static let cellSize = "\u{1B}[16t"
  /// Name and version (XTVERSION; xterm, ctlseqs).
  public static let version = "\u{1B}[>0q"

  /// The colour behind the text (OSC 11; xterm, ctlseqs, "Operating System Commands").
  public static let background = "\u{1B}]11;?\u{1B}\\"

  /// All that tells how pictures are to be shown, in the order in which it is to be asked.
  public static var aboutPictures: [String] { [KittyGraphics.query, cellSize, version, deviceAttributes] }

  /// All that is worth asking. Inside tmux and GNU screen nothing about pictures: these draw the terminal's screen
  /// themselves, so that a picture would be left where their windows scroll and change, and what asks for one becomes the
  /// name of a window. tmux answers for the colour behind the text.
  /// - `background`: whether that colour is worth knowing.
  public static func all(background: Bool, environment: [String: String]) -> [String] {
    let term = environment["TERM"] ?? ""
    let isTmux = environment["TMUX"] != nil || term.hasPrefix("tmux")
    let isScreen = !isTmux && (environment["STY"] != nil || term.hasPrefix("screen"))
    let isAsked = background && !isScreen && term != "linux"
    if isTmux || isScreen { return isAsked ? [Self.background, deviceAttributes] : [] }
    return (isAsked ? [Self.background] : []) + aboutPictures
  }
}
