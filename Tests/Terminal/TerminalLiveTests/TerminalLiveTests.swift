import Terminal
import TerminalLive
import TestClocks
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite(.serialized, .timeLimit(.minutes(1)))
struct TerminalLiveTests {
  private static let taken = "\u{1B}[2J"
  private static let givenBack = "\u{1B}[?1049l"

  private func live(
    _ pty: PseudoTerminal, clock: any Clock<Duration> = TestClock(), stop: @escaping @Sendable () -> Void = {}
  )
    -> Terminal
  {
    .live(input: pty.side, output: pty.side, environment: ["TERM": "xterm"], clock: clock, stop: stop)
  }

  @Test func `the terminal is taken and given back as it was`() async throws {
    let pty = try PseudoTerminal()
    let before = try pty.settings()
    let sut = live(pty)
    try await sut.enter()
    #expect(try pty.isRaw())
    let taken = await pty.read(until: Self.taken)
    for mode in ["?1049h", "?25l", "?7l", "?2004h", "?1000h", "?1006h"] { #expect(taken.contains("\u{1B}[\(mode)")) }
    await sut.leave()
    let given = await pty.read(until: Self.givenBack)
    for mode in ["?2026l", "r", "m", "?1006l", "?1000l", "?2004l", "?7h", "?25h", "?1049l"] {
      #expect(given.contains("\u{1B}[\(mode)"))
    }
    #expect(try pty.settings() == before)
    await sut.leave()
    #expect(try pty.settings() == before)
    pty.hangUp()
  }

  @Test func `keys, pastes and the mouse arrive in order`() async throws {
    let pty = try PseudoTerminal()
    let sut = live(pty)
    try await sut.enter()
    try pty.type("jé\u{1B}[A\u{3}\u{1B}[200~q\rq\u{1B}[201~\u{1B}[<65;3;4M\u{1B}[?2026;2$y\u{1A}")
    var events = sut.events().makeAsyncIterator()
    for expected: Terminal.Event in [
      .key("j"), .key("é"), .key(.up), .key(.control("c")), .paste("q\rq"),
      .mouse(Terminal.Mouse(.scrollDown, column: 2, row: 3)), .synchronizedOutput(true), .key(.control("z")),
    ] { #expect(await events.next() == expected) }
    await sut.leave()
    #expect(await events.next() == nil)
    pty.hangUp()
  }

  @Test func `a lone escape is told from a sequence after 25 ms`() async throws {
    let pty = try PseudoTerminal()
    let clock = TestClock()
    let sut = live(pty, clock: clock)
    try await sut.enter()
    var events = sut.events().makeAsyncIterator()
    try pty.type("\u{1B}")
    await clock.sleeping()
    try pty.type("[A")
    #expect(await events.next() == .key(.up))
    clock.advance(by: .milliseconds(25))
    try pty.type("x\u{1B}")
    #expect(await events.next() == .key("x"))
    await clock.sleeping()
    clock.advance(by: .milliseconds(25))
    #expect(await events.next() == .key(.escape))
    await sut.leave()
    pty.hangUp()
  }

  @Test func `another size is told`() async throws {
    let pty = try PseudoTerminal(Size(width: 100, height: 30))
    let sut = live(pty)
    #expect(sut.size() == Size(width: 100, height: 30))
    try await sut.enter()
    try pty.resize(Size(width: 40, height: 10))
    kill(getpid(), SIGWINCH)
    var events = sut.events().makeAsyncIterator()
    #expect(await events.next() == .resized(Size(width: 40, height: 10)))
    #expect(sut.size() == Size(width: 40, height: 10))
    await sut.leave()
    pty.hangUp()
  }

  @Test func `a terminal that does not know its size has 80 by 24`() throws {
    let pty = try PseudoTerminal(Size(width: 0, height: 0))
    #expect(live(pty).size() == Size(width: 80, height: 24))
    pty.hangUp()
  }

  @Test func `a terminal that goes ends the events and takes no more`() async throws {
    let pty = try PseudoTerminal()
    let sut = live(pty)
    try await sut.enter()
    pty.hangUp()
    var events: [Terminal.Event] = []
    for await event in sut.events() { events.append(event) }
    #expect(events == [.terminated(.hangup)])
    await sut.write(String(repeating: "x", count: 1 << 20))
    await sut.leave()
  }

  @Test func `a large frame is written in full and in order`() async throws {
    let pty = try PseudoTerminal()
    let sut = live(pty)
    try await sut.enter()
    _ = await pty.read(until: Self.taken)
    let frame = String(repeating: "0123456789", count: 100_000)
    async let first: Void = sut.write(frame + "<first>")
    let read = await pty.read(until: "<first>")
    await first
    #expect(read == frame + "<first>")
    await sut.write("a")
    await sut.write("b<end>")
    #expect(await pty.read(until: "<end>") == "ab<end>")
    await sut.leave()
    pty.hangUp()
  }

  @Test func `a terminal that takes nothing holds up nobody who leaves`() async throws {
    let pty = try PseudoTerminal(isRead: false)
    let before = try pty.settings()
    let sut = live(pty)
    try await sut.enter()
    async let stalled: Void = sut.write(String(repeating: "x", count: 10 << 20))
    async let waiting: Void = sut.write("more")
    await sut.leave()
    await stalled
    await waiting
    #expect(try pty.settings() == before)
    pty.hangUp()
  }

  @Test func `a stop gives the terminal back, going on takes it again`() async throws {
    let pty = try PseudoTerminal()
    let before = try pty.settings()
    let stops = Calls<Bool>()
    let sut = live(pty, stop: { stops.record(true) })
    try await sut.enter()
    _ = await pty.read(until: Self.taken)
    await sut.suspend()
    #expect(stops.all.count == 1)
    #expect(try pty.settings() == before)
    _ = await pty.read(until: Self.givenBack)
    await sut.write("lost")
    try pty.type("for the shell\n")
    try pty.resize(Size(width: 30, height: 9))
    kill(getpid(), SIGCONT)
    var events = sut.events().makeAsyncIterator()
    #expect(await events.next() == .resumed(Size(width: 30, height: 9)))
    #expect(try pty.isRaw())
    let taken = await pty.read(until: Self.taken)
    #expect(taken.contains("\u{1B}[?1049h") && !taken.contains("lost"))
    await sut.leave()
    #expect(try pty.settings() == before)
    pty.hangUp()
  }

  @Test func `a stopped program can leave`() async throws {
    let pty = try PseudoTerminal()
    let before = try pty.settings()
    let sut = live(pty)
    try await sut.enter()
    await sut.suspend()
    await sut.leave()
    #expect(try pty.settings() == before)
    #expect(await pty.read(until: Self.givenBack).contains("\u{1B}[?25h"))
    pty.hangUp()
  }

  @Test func `a stop that does not stop is undone`() async throws {
    let pty = try PseudoTerminal()
    let clock = TestClock()
    let sut = live(pty, clock: clock)
    try await sut.enter()
    kill(getpid(), SIGTSTP)
    await clock.sleeping()
    #expect(try !pty.isRaw())
    clock.advance(by: .milliseconds(100))
    await clock.sleeping()
    clock.advance(by: .milliseconds(100))
    var events = sut.events().makeAsyncIterator()
    #expect(await events.next() == .resumed(Size(width: 80, height: 24)))
    #expect(try pty.isRaw())
    await sut.leave()
    pty.hangUp()
  }

  @Test(arguments: [Terminal.Termination.terminate, .interrupt, .quit, .hangup])
  func `a signal that asks to end is told`(termination: Terminal.Termination) async throws {
    let pty = try PseudoTerminal()
    let sut = live(pty)
    try await sut.enter()
    kill(getpid(), termination.signal)
    var events = sut.events().makeAsyncIterator()
    #expect(await events.next() == .terminated(termination))
    await sut.leave()
    pty.hangUp()
  }

  @Test func `what is no terminal cannot be entered, nor the same one twice`() async throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let sut = Terminal.live(input: ends[0], output: ends[1], environment: [:])
    await #expect(throws: Terminal.Error.notATerminal) { try await sut.enter() }
    for end in ends { close(end) }

    let pty = try PseudoTerminal()
    let first = live(pty)
    try await first.enter()
    await #expect(throws: Terminal.Error.refused(EBUSY)) { try await first.enter() }
    await #expect(throws: Terminal.Error.refused(EBUSY)) { try await live(pty).enter() }
    #expect(try pty.isRaw())
    await first.leave()
    let next = live(pty)
    try await next.enter()
    await next.leave()
    pty.hangUp()
  }
}
