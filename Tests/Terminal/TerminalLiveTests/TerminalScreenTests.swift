import Terminal
import TerminalLive
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension TerminalLiveTests {
  static let take =
    "\u{1B}[?1049h\u{1B}[?2026$p\u{1B}[m\u{1B}[2J\u{1B}[H"
    + "\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h"
  static let giveBack =
    "\u{18}\u{1B}[?2026l"
    + "\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h"
    + "\u{1B}[r\u{1B}[m\u{1B}[?1049l"

  @Test func `leave restores the terminal's settings exactly and undoes the modes set by enter`() async throws {
    let pty = try PseudoTerminal()
    Settings.makeUnusual(pty.slave)
    let before = pty.settings
    let sut = live(pty)

    try await sut.enter()
    #expect(pty.settings != before)
    #expect(!pty.settings.echoes)
    await sut.write("frame 1")
    await sut.write("frame 2")
    await sut.leave()

    #expect(pty.settings == before)
    #expect(await pty.transcript() == Self.take + "frame 1frame 2" + Self.giveBack)
  }

  @Test func `the size comes from the terminal, else from the environment, else from the default`() throws {
    let pty = try PseudoTerminal(size: Size(width: 101, height: 7))
    #expect(live(pty).size() == Size(width: 101, height: 7))
    pty.resize(Size(width: 0, height: 0))
    #expect(live(pty, environment: ["COLUMNS": "90", "LINES": "-3"]).size() == Size(width: 90, height: 24))
  }

  @Test func `leave restores the terminal once, and writes nothing without enter`() async throws {
    let pty = try PseudoTerminal()
    let sut = live(pty)
    try await sut.enter()
    async let first: Void = sut.leave()
    async let second: Void = sut.leave()
    _ = await (first, second)
    await sut.leave()
    #expect(await pty.transcript() == Self.take + Self.giveBack)

    let untouched = try PseudoTerminal()
    let another = live(untouched)
    await another.leave()
    #expect(await another.events().first { _ in true } == nil)
    #expect(await untouched.transcript() == "")
  }

  @Test func `a cancelled task still writes and restores the screen`() async throws {
    let pty = try PseudoTerminal()
    let before = pty.settings
    // Its time does not pass, so leaving waits for the terminal however slow the machine is.
    let sut = live(pty, clock: TestClock())
    try await sut.enter()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await sut.write("last")
      await sut.leave()
    }
    await task.value
    #expect(pty.settings == before)
    #expect(await pty.transcript() == Self.take + "last" + Self.giveBack)
  }

  @Test func `write and suspend do nothing after leave, and no keys arrive`() async throws {
    let pty = try PseudoTerminal()
    let sut = live(pty)
    try await sut.enter()
    await sut.leave()
    await sut.write("late")
    await sut.suspend()
    let transcript = await pty.transcript()
    #expect(transcript == Self.take + Self.giveBack)
    pty.type("x")
    for await event in sut.events() { #expect(event == .synchronizedOutput(true)) }
  }

  @Test func `enter throws for a second terminal at a time and for a terminal entered before`() async throws {
    let pty = try PseudoTerminal()
    let sut = live(pty)
    try await sut.enter()
    await #expect(throws: Terminal.Error.refused(EALREADY)) { try await sut.enter() }
    let other = try PseudoTerminal()
    let before = other.settings
    await #expect(throws: Terminal.Error.refused(EBUSY)) { try await live(other).enter() }
    #expect(other.settings == before)
    await sut.leave()
    await #expect(throws: Terminal.Error.refused(EALREADY)) { try await sut.enter() }

    let next = live(other)
    try await next.enter()
    await next.leave()
    #expect(other.settings == before)
  }

  @Test func `enter throws notATerminal for a pipe or an invalid descriptor`() async throws {
    let pty = try PseudoTerminal()
    let before = pty.settings
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    for (input, output) in [(ends[0], pty.slave), (pty.slave, ends[1]), (-1, -1)] {
      let sut = Terminal.live(input: input, output: output, environment: [:])
      await #expect(throws: Terminal.Error.notATerminal) { try await sut.enter() }
    }
    #expect(pty.settings == before)
    #expect(await pty.transcript() == "")
  }
}
