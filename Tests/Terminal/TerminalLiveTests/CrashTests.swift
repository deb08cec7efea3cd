import Terminal
import TerminalLive
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What becomes of the terminal when the program ends without leaving it.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct CrashTests {
  private func check(_ pty: PseudoTerminal, _ before: [UInt8]) async throws {
    #expect(try pty.settings() == before)
    #expect(await pty.read(until: "\u{1B}[?1049l").contains("\u{1B}[?25h"))
    pty.hangUp()
  }

  @Test func `a trap gives the terminal back`() async throws {
    let pty = try PseudoTerminal()
    let before = try pty.settings()
    await #expect(processExitsWith: .failure) { [path = pty.path as String] in
      try await enter(path)
      let none: [Int] = []
      print(none[getpid() > 0 ? 1 : 0])
    }
    try await check(pty, before)
  }

  @Test func `an abort gives the terminal back`() async throws {
    let pty = try PseudoTerminal()
    let before = try pty.settings()
    await #expect(processExitsWith: .signal(SIGABRT)) { [path = pty.path as String] in
      try await enter(path)
      abort()
    }
    try await check(pty, before)
  }

  @Test func `an exit gives the terminal back`() async throws {
    let pty = try PseudoTerminal()
    let before = try pty.settings()
    await #expect(processExitsWith: .exitCode(3)) { [path = pty.path as String] in
      try await enter(path)
      exit(3)
    }
    try await check(pty, before)
  }

  @Test func `the same signal twice ends a program that does not listen`() async throws {
    let pty = try PseudoTerminal()
    let before = try pty.settings()
    await #expect(processExitsWith: .signal(SIGTERM)) { [path = pty.path as String] in
      let terminal = try await enter(path)
      var events = terminal.events().makeAsyncIterator()
      kill(getpid(), SIGTERM)
      #expect(await events.next() == .terminated(.terminate))
      kill(getpid(), SIGTERM)
      alarm(20)  // A child that lives on fails the test instead of holding it up.
      while true { pause() }
    }
    try await check(pty, before)
  }
}

@discardableResult private func enter(_ path: String) async throws -> Terminal {
  let tty = open(path, O_RDWR | O_NOCTTY)
  let terminal = Terminal.live(input: tty, output: tty, environment: ["TERM": "xterm"])
  try await terminal.enter()
  return terminal
}
