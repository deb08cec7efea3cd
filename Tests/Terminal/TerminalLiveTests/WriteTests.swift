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
  /// A frame of one megabyte without repetitions.
  private static let large = (0..<131_072).map { "\($0 + 1_000_000)\n" }.joined()

  @Test(arguments: [false, true])
  func `a megabyte is written in full and in order to a slow reader`(isNonBlocking: Bool) async throws {
    let pty = try PseudoTerminal(reads: false)
    if isNonBlocking { #expect(fcntl(pty.slave, F_SETFL, O_RDWR | O_NONBLOCK) == 0) }
    let sut = live(pty)
    try await sut.enter()
    let writing = Task {
      await sut.write(Self.large)
      await sut.write("the end")
    }
    pty.read()
    await writing.value
    await sut.leave()
    _ = fcntl(pty.slave, F_SETFL, O_RDWR)
    #expect(await pty.transcript() == Self.take + Self.large + "the end" + Self.giveBack)
  }

  @Test func `write returns once the terminal has received its text`() async throws {
    let pty = try PseudoTerminal(reads: false)
    let sut = live(pty, clock: ImmediateClock())
    try await sut.enter()
    await pty.takes(Self.take.utf8.count)
    for _ in 0..<100 {
      await sut.write("frame")
      #expect(pty.hasOutput)
      await pty.takes(5)
    }
    pty.read()
    await sut.leave()
  }

  @Test func `a write to a closed screen reports a hangup even if the keyboard is open`() async throws {
    let keyboard = try PseudoTerminal()
    let screen = try PseudoTerminal()
    let sut = Terminal.live(
      input: keyboard.slave, output: screen.slave, environment: ["TERM": "xterm"], clock: ImmediateClock())
    try await sut.enter()
    screen.hangUp()
    await sut.write("frame")
    var events = sut.events().makeAsyncIterator()
    #expect(await events.next() == .terminated(.hangup))
    await sut.leave()
  }

  @Test func `leave waits at most 500 ms for a terminal that accepts no output`() async throws {
    let pty = try PseudoTerminal(reads: false)
    let before = pty.settings
    let clock = TestClock()
    let sut = live(pty, clock: clock)
    try await sut.enter()
    clock.advance(by: .seconds(1))
    let writing = Task { await sut.write(Self.large) }
    await pty.takes(Self.take.utf8.count + 1)
    let leaving = Task { await sut.leave() }
    await clock.sleeping()
    #expect(clock.remaining == [.milliseconds(500)])
    clock.advance(by: .milliseconds(500))
    await leaving.value
    #expect(pty.settings == before)
    pty.hangUp()
    await writing.value
  }

  @Test func `a terminal that accepts no output can be entered, delivers keys, and can be left`()
    async throws
  {
    let pty = try PseudoTerminal(reads: false)
    let before = pty.settings
    pty.fill()
    let sut = live(pty, clock: ImmediateClock())
    try await sut.enter()
    #expect(pty.settings != before)
    pty.type("x")
    var events = sut.events().makeAsyncIterator()
    #expect(await events.next() == .key("x"))
    await sut.leave()
    #expect(pty.settings == before)
    pty.hangUp()
  }

  @Test func `a waiting write ends when the terminal hangs up`() async throws {
    let pty = try PseudoTerminal(reads: false)
    let sut = live(pty, clock: ImmediateClock())
    try await sut.enter()
    let writing = Task { await sut.write(Self.large) }
    await pty.takes(Self.take.utf8.count + 1)
    pty.hangUp()
    await writing.value
    var events = sut.events().makeAsyncIterator()
    #expect(await events.next() == .terminated(.hangup))
    await sut.leave()
  }

  @Test func `leave waits for the synchronized output answer so that the shell does not receive it`() async throws {
    let pty = try PseudoTerminal(answers: false)
    let before = pty.settings
    let clock = TestClock()
    let sut = live(pty, clock: clock)
    try await sut.enter()
    let leaving = Task { await sut.leave() }
    await pty.shows(Self.giveBack)
    #expect(pty.settings != before)
    pty.type("\u{1B}[?2026;1$y")
    await leaving.value
    #expect(pty.settings == before)
    #expect(!pty.hasUnread)
  }

  @Test func `leave discards unread input so that it does not reach the shell`() async throws {
    let previous = signal(SIGHUP, SIG_DFL)
    defer { signal(SIGHUP, previous) }
    let pty = try PseudoTerminal()
    let sut = live(pty)
    var events = try await enter(sut)
    kill(getpid(), SIGHUP)
    #expect(await events.next() == .terminated(.hangup))
    pty.type("rm\r")
    var ready = pollfd(fd: pty.slave, events: Int16(POLLIN), revents: 0)
    #expect(poll(&ready, 1, -1) == 1)
    await sut.leave()
    #expect(!pty.hasUnread)
  }

  @Test func `leave waits for a missing answer until 100 ms after the question`() async throws {
    let clock = TestClock()
    let first = try PseudoTerminal(answers: false)
    let sut = live(first, clock: clock)
    try await sut.enter()
    await first.shows(Self.take)
    clock.advance(by: .milliseconds(60))
    let leaving = Task { await sut.leave() }
    await first.shows(Self.giveBack)
    await clock.sleeping()
    clock.advance(by: .milliseconds(40))
    await leaving.value

    let second = try PseudoTerminal(answers: false)
    let another = live(second, clock: clock)
    try await another.enter()
    clock.advance(by: .milliseconds(100))
    await another.leave()
    #expect(await second.transcript() == Self.take + Self.giveBack)
  }
}
