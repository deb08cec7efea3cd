/// Questions to a terminal about itself; `TerminalAnswer` reads the answers.
public enum TerminalQuestion {
  /// Asks for the primary device attributes (DA1; DEC VT510). Every terminal answers, so the answer ends the others.
  public static let deviceAttributes = "\u{1B}[c"
  /// Asks for the size of a cell in pixels (xterm, ctlseqs, "Window manipulation", 16).
  public static let cellSize = "\u{1B}[16t"
  /// Asks for name and version (XTVERSION; xterm, ctlseqs).
  public static let version = "\u{1B}[>0q"

  /// Asks for the background colour (OSC 11; xterm, ctlseqs, "Operating System Commands").
  public static let background = "\u{1B}]11;?\u{1B}\\"

  /// The questions about pictures, in the order to ask them.
  public static var aboutPictures: [String] { [KittyGraphics.query, cellSize, version, deviceAttributes] }

  /// Returns all questions that suit the terminal. tmux and GNU screen are asked nothing about pictures. They draw the
  /// screen themselves, so pictures would stay behind when their windows scroll and change, and the picture question
  /// would become a window's name. tmux answers for the background colour.
  /// - Parameters:
  ///   - background: Whether to ask for the background colour.
  ///   - environment: The environment variables that tell tmux, GNU screen and the Linux console.
  public static func all(background: Bool, environment: [String: String]) -> [String] {
    let term = environment["TERM"] ?? ""
    let isTmux = environment["TMUX"] != nil || term.hasPrefix("tmux")
    let isScreen = !isTmux && (environment["STY"] != nil || term.hasPrefix("screen"))
    let isAsked = background && !isScreen && term != "linux"
    if isTmux || isScreen { return isAsked ? [Self.background, deviceAttributes] : [] }
    return (isAsked ? [Self.background] : []) + aboutPictures
  }
}
