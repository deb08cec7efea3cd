import CTerminal
import Essentials
import Terminal

/// The system calls on a terminal: settings, size, reading and writing.
struct Device: Sendable {
  var input: Int32
  var output: Int32
  var environment: [String: String]

  var isTerminal: Bool { isatty(input) == 1 && isatty(output) == 1 }

  /// Whether the terminal's input goes to this program and not, as after `bg`, to the shell. True for a terminal that
  /// is not the controlling terminal of the process, because that has no foreground group.
  var isInForeground: Bool {
    let group = tcgetpgrp(input)
    return group == -1 || group == getpgrp()
  }

  var size: Size {
    var window = winsize()
    let isKnown = ioctl(output, UInt(TIOCGWINSZ), &window) == 0
    return Size(
      width: Self.first(isKnown ? Int(window.ws_col) : 0, environment["COLUMNS"], 80),
      height: Self.first(isKnown ? Int(window.ws_row) : 0, environment["LINES"], 24))
  }

  private static func first(_ known: Int, _ variable: String?, _ usual: Int) -> Int {
    [known, variable.flatMap { Int($0) } ?? 0].first { $0 > 0 } ?? usual
  }

  func settings() throws(Terminal.Error) -> termios {
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else { throw .refused(errno) }
    return settings
  }

  /// Sets raw mode: bytes arrive as they are typed, without echo, no key sends a signal, and output is not changed.
  func makeRaw(from settings: termios) throws(Terminal.Error) {
    var raw = settings
    cfmakeraw(&raw)
    try set(raw)
  }

  /// Restores the settings and discards unread input, so that it does not become a command of the shell. Does nothing
  /// in the background, where the shell has made its own settings.
  func restore(_ settings: termios) {
    guard isInForeground else { return }
    _ = tcflush(input, TCIFLUSH)
    try? set(settings)
  }

  /// Changes the settings at once. Waiting until everything is written could block the program on a terminal that
  /// accepts nothing.
  private func set(_ settings: termios) throws(Terminal.Error) {
    var settings = settings
    while tcsetattr(input, TCSANOW, &settings) != 0 {
      if errno != EINTR { throw .refused(errno) }
    }
  }
}
