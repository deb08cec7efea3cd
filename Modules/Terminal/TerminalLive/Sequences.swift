/// The escape sequences that take a terminal's screen and give it back.
///
/// Source: XTerm Control Sequences (invisible-island.net/xterm/ctlseqs) and, for mode 2026, the synchronized output
/// specification of the contour terminal.
enum Sequences {
  /// Takes the screen.
  /// - Parameter questions: What else to ask.
  static func take(asking questions: String) -> String {
    [
      save,
      question + questions,  // Before the screen is cleared: a few terminals print the end of what they do not know.
      clear,
      modes.map { "\u{1B}[?\($0.number)\($0.whenTaken ? "h" : "l")" }.joined(),
    ].joined()
  }

  /// Gives the screen back, in whatever state it is, in the middle of a frame as well: ends what was begun, sets the
  /// margins and the colours back, and undoes the modes.
  /// - Parameter text: What is to be written before, once what was begun is ended.
  static func giveBack(after text: String) -> String { [cancel, text, undo].joined() }

  private static let undo = [
    "\u{1B}[?2026l",
    modes.reversed().map { "\u{1B}[?\($0.number)\($0.whenTaken ? "l" : "h")" }.joined(),
    "\u{1B}[r\u{1B}[m",
    restore,
  ].joined()

  /// The alternate screen, the cursor's place being kept.
  private static let save = "\u{1B}[?1049h"
  private static let restore = "\u{1B}[?1049l"
  /// Is synchronized output known (DECRQM)?
  private static let question = "\u{1B}[?2026$p"
  private static let clear = "\u{1B}[m\u{1B}[2J\u{1B}[H"
  /// CAN ends a sequence of which only the beginning was written.
  private static let cancel = "\u{18}"

  /// Modes that are other than usual while the screen is taken.
  private static let modes: [(number: Int, whenTaken: Bool)] = [
    (25, false),  // The cursor is shown.
    (7, false),  // Lines wrap by themselves: never, however wide the terminal takes a character to be.
    (2004, true),  // Bracketed paste: marks around what is pasted.
    (1000, true),  // Mouse buttons and the wheel are reported, movements are not.
    (1006, true),  // In the SGR form, which has no limit for columns and rows.
  ]
}
