/// What a terminal is asked about itself; `TerminalAnswer` reads what it says.
public enum TerminalQuestion {
  /// Primary device attributes (DA1; DEC VT510): every terminal answers, so that one knows that nothing more comes.
  public static let deviceAttributes = "\u{1B}[c"
  /// The size of a cell in pixels (xterm, ctlseqs, "Window manipulation", 16).
  public static let cellSize = "\u{1B}[16t"
  /// Name and version (XTVERSION; xterm, ctlseqs).
  public static let version = "\u{1B}[>0q"

  /// All that tells how pictures are to be shown, in the order in which it is to be asked.
  public static var aboutPictures: [String] { [KittyGraphics.query, cellSize, version, deviceAttributes] }

  /// The same, or nothing inside tmux and GNU screen: these draw the terminal's screen themselves, so that a picture would
  /// be left where their windows scroll and change, and what asks for one becomes the name of a window.
  public static func aboutPictures(environment: [String: String]) -> [String] {
    let term = environment["TERM"] ?? ""
    let isInside =
      ["TMUX", "STY"].contains { environment[$0] != nil } || term.hasPrefix("tmux") || term.hasPrefix("screen")
    return isInside ? [] : aboutPictures
  }
}
