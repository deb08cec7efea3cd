import CTerminal
import Terminal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The system's side of a terminal: what can be asked of it and set.
struct Device: Sendable {
  var input: Int32
  var output: Int32
  var environment: [String: String]

  var isTerminal: Bool { isatty(input) == 1 && isatty(output) == 1 }

  /// Whether what is typed is for this program and not, as after `bg`, for the shell. A terminal that is not the
  /// process's own has no foreground.
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
    if known > 0 { return known }
    let told = variable.flatMap { Int($0) } ?? 0
    return told > 0 ? told : usual
  }

  func settings() throws(Terminal.Error) -> termios {
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else { throw .refused(errno) }
    return settings
  }

  /// Raw mode: bytes come as they are typed, without echo, and no key sends a signal; what is written is not changed.
  func makeRaw(from settings: termios) throws(Terminal.Error) {
    var raw = settings
    cfmakeraw(&raw)
    try set(raw)
  }

  /// Sets the settings back, and forgets what was typed and not read, so that what was meant for the program does not
  /// become a command of the shell. In the background the settings are the shell's business; when the terminal is gone
  /// there are none.
  func restore(_ settings: termios) {
    guard isInForeground else { return }
    _ = tcflush(input, TCIFLUSH)
    try? set(settings)
  }

  /// At once, not when everything is written: a terminal that takes nothing more must not hold the program.
  private func set(_ settings: termios) throws(Terminal.Error) {
    var settings = settings
    while tcsetattr(input, TCSANOW, &settings) != 0 {
      if errno != EINTR { throw .refused(errno) }
    }
  }
}
