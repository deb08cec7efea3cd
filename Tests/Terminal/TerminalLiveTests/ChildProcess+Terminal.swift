import ProcessTestSupport
import Testing

extension ChildProcess {
  /// Starts a program in a new session whose terminal is the test's.
  /// - Parameters:
  ///   - words: The path of the program, and its arguments.
  ///   - pty: The terminal.
  convenience init(_ words: [String], on pty: PseudoTerminal) throws {
    // Disables crash reports, which take seconds, and the crash handling of sanitizers.
    let sanitizer = "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:use_sigaltstack=0:report_bugs=0"
    try self.init(
      ChildProcess.python, ["-S", "-c", Self.launcher, pty.path] + words,
      environment: [
        "PATH": "/usr/bin:/bin", "TERM": "xterm", "SWIFT_BACKTRACE": "enable=no", "TSAN_OPTIONS": sanitizer,
      ])
  }

  /// A Python script that opens the terminal as that of the new session and executes the program. It restores the
  /// signals that Python ignores and removes the environment variables that Python adds.
  private static let launcher = """
    import os, signal, sys
    for number in signal.SIGPIPE, signal.SIGXFSZ: signal.signal(number, signal.SIG_DFL)
    os.environ.pop("LC_CTYPE", None)
    os.setsid()
    terminal = os.open(sys.argv[1], os.O_RDWR)
    for number in 0, 1, 2: os.dup2(terminal, number)
    os.execv(sys.argv[2], sys.argv[2:])
    """

  /// Returns the path of the program that the tests start.
  static func probe() throws -> String {
    let bundle = "/SatchelPackageTests.xctest"
    let path = try #require(CommandLine.arguments.first { $0.contains(bundle) })
    return try #require(path.split(separator: bundle, maxSplits: 1).first) + "/TerminalProbe"
  }
}
