#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a terminal is told when it is taken and when it is given back (xterm, VT220, DEC private modes).
enum Modes {
  /// Alternate screen (1049), cursor hidden (25), no wrapping (7), pastes marked (2004), buttons and wheel of the mouse
  /// (1000) in the form without limits (1006).
  private static let on = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h"

  /// Asks whether synchronized output is known (DECRQM 2026). Terminals that do not know the question may show a `p`:
  /// the screen is erased after it.
  private static let question = "\u{1B}[?2026$p"
  private static let erase = "\u{1B}[H\u{1B}[2J"

  /// What takes the screen.
  static func enter(asking: Bool) -> String { on + (asking ? question : "") + erase }

  /// What gives it back, wherever a frame was broken off: end of synchronized output, whole scroll region, plain text,
  /// and all of the above undone.
  static let leave =
    "\u{1B}[?2026l\u{1B}[r\u{1B}[m\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// The settings in which every key comes as it is pressed, and nothing is done to what is written.
  static func raw(_ settings: termios) -> termios {
    var raw = settings
    cfmakeraw(&raw)
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    return raw
  }
}
