/// The escape sequences that take a terminal's screen and give it back.
///
/// Source: XTerm Control Sequences (invisible-island.net/xterm/ctlseqs) and, for mode 2026, the synchronized output
/// specification of the contour terminal.
enum Sequences {
  /// Returns the sequence that takes the screen.
  /// - Parameter questions: Further questions to the terminal.
  static func take(asking questions: String) -> String {
    [
      save,
      question + questions,  // Before clearing: a few terminals print the end of a question they do not know.
      clear,
      modes.map { "\u{1B}[?\($0.number)\($0.whenTaken ? "h" : "l")" }.joined(),
    ].joined()
  }

  /// Returns the sequence that gives the screen back from any state, even in the middle of a frame. It ends unfinished
  /// sequences, resets margins and colours, and undoes the modes.
  /// - Parameter text: Text to write first, once unfinished sequences are ended.
  static func giveBack(after text: String) -> String { [cancel, text, undo].joined() }

  private static let undo = [
    "\u{1B}[?2026l",
    modes.reversed().map { "\u{1B}[?\($0.number)\($0.whenTaken ? "l" : "h")" }.joined(),
    "\u{1B}[r\u{1B}[m",
    restore,
  ].joined()

  /// Switches to the alternate screen and saves the cursor.
  private static let save = "\u{1B}[?1049h"
  private static let restore = "\u{1B}[?1049l"
  /// Asks whether synchronized output is supported (DECRQM).
  private static let question = "\u{1B}[?2026$p"
  private static let clear = "\u{1B}[m\u{1B}[2J\u{1B}[H"
  /// CAN, which cancels an unfinished sequence.
  private static let cancel = "\u{18}"

  /// Modes that differ from their usual value while the screen is taken.
  private static let modes: [(number: Int, whenTaken: Bool)] = [
    (25, false),  // The cursor is visible.
    (7, false),  // Wrapping at the right edge: off, because a terminal may draw a character wider.
    (2004, true),  // Bracketed paste: pasted text is enclosed in two sequences.
    (1000, true),  // Mouse buttons and the wheel are reported, movements are not.
    (1006, true),  // Mouse reports in SGR form, which has no limit for columns and rows.
  ]
}
