import Terminal
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
  @Test func `keys, mouse and paste arrive in order`() async throws {
    let pty = try PseudoTerminal()
    let sut = live(pty)
    var events = try await enter(sut)
    pty.type("jé\u{3}\u{1A}\r\u{1B}[5~\u{1B}[<0;5;3M\u{1B}[<64;1;1M\u{1B}[200~q\r\u{1B}[A\u{1B}[201~x")
    let expected: [Terminal.Event] = [
      .key("j"), .key("é"), .key(.control("c")), .key(.control("z")), .key(.enter), .key(.pageUp),
      .mouse(Terminal.Mouse(.press, column: 4, row: 2)),
      .mouse(Terminal.Mouse(.scrollUp, column: 0, row: 0)), .paste("q\r\u{1B}[A"), .key("x"),
    ]
    for event in expected { #expect(await events.next() == event) }
    await sut.leave()
    #expect(await events.next() == nil)
  }

  @Test func `200 keys typed at once arrive as 200 key events`() async throws {
    let pty = try PseudoTerminal()
    let sut = live(pty)
    try await sut.enter()
    pty.type(String(repeating: "jk", count: 100))
    var keys: [Terminal.Event] = []
    for await event in sut.events() {
      if case .key = event { keys.append(event) }
      if keys.count == 200 { break }
    }
    #expect(keys == Array(repeating: [.key("j"), .key("k")], count: 100).flatMap(\.self))
    await sut.leave()
  }

  @Test func `a lone escape byte becomes the escape key after 25 ms without further input`() async throws {
    let pty = try PseudoTerminal()
    let clock = TestClock()
    let sut = live(pty, clock: clock)
    var events = try await enter(sut)

    pty.type("\u{1B}")
    await clock.sleeping()
    #expect(clock.remaining == [.milliseconds(25)])
    pty.type("[A")
    #expect(await events.next() == .key(.up))

    pty.type("\u{1B}")
    await clock.sleeping()
    clock.advance(by: .milliseconds(24))
    #expect(clock.remaining == [.milliseconds(1)])
    clock.advance(by: .milliseconds(1))
    #expect(await events.next() == .key(.escape))
    pty.type("[A")
    #expect(await events.next() == .key("["))
    #expect(await events.next() == .key("A"))
    await sut.leave()
  }

  @Test func `an unfinished escape sequence never becomes the escape key`() async throws {
    let pty = try PseudoTerminal()
    let clock = TestClock()
    let sut = live(pty, clock: clock)
    var events = try await enter(sut)
    pty.type("x\u{1B}[1;5")
    #expect(await events.next() == .key("x"))
    clock.advance(by: .seconds(60))
    pty.type("A")
    #expect(await events.next() == .key(.control(.up)))
    await sut.leave()
  }

  @Test func `a resize is reported once, and size returns the new size`() async throws {
    let pty = try PseudoTerminal(size: Size(width: 80, height: 24))
    let sut = live(pty)
    var events = try await enter(sut)
    let sizes = [Size(width: 300, height: 100), Size(width: 1, height: 1), Size(width: 80, height: 24)]
    for size in sizes {
      pty.resize(size)
      kill(getpid(), SIGWINCH)
      #expect(await events.next() == .resized(size))
      #expect(sut.size() == size)
      kill(getpid(), SIGWINCH)
    }
    pty.type("x")
    #expect(await events.next() == .key("x"))
    await sut.leave()
    #expect(await events.next() == nil)
  }

  @Test func `SIGINT and SIGQUIT while the terminal is lent do not terminate, later ones do`() async throws {
    // Tests in the background may ignore these signals, and ignored signals would stay ignored.
    let before = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_DFL)) }
    defer { for (number, handler) in before { _ = signal(number, handler) } }
    let pty = try PseudoTerminal()
    let sut = live(pty)
    var events = try await enter(sut)
    for signal in [SIGINT, SIGQUIT, SIGINT, SIGQUIT] {
      #expect(await sut.lend { kill(getpid(), signal) })
      let events = [await events.next(), await events.next()]
      #expect(events == [.resumed(sut.size()), .synchronizedOutput(true)])
    }
    pty.type("x")
    let key = await events.next()
    #expect(key == .key("x"))
    kill(getpid(), SIGINT)
    let end = await events.next()
    #expect(end == .terminated(.interrupt))
    await sut.leave()
  }

  /// The rest of it goes to another program, or is discarded.
  @Test func `a paste that is interrupted by lending the terminal does not swallow the keys after that`() async throws {
    let pty = try PseudoTerminal(answers: false)
    let sut = live(pty, clock: ImmediateClock())
    try await sut.enter()
    var events = sut.events().makeAsyncIterator()
    pty.type("x\u{1B}[200~lost")
    #expect(await events.next() == .key("x"))
    #expect(await sut.lend {})
    #expect(await events.next() == .resumed(sut.size()))
    pty.type("y\u{1B}[201~")
    #expect(await events.next() == .key("y"))
    await sut.leave()
  }

  @Test func `a hangup is the last event, and later writes are ignored`() async throws {
    let pty = try PseudoTerminal()
    let sut = live(pty)
    var events = try await enter(sut)
    pty.hangUp()
    #expect(await events.next() == .terminated(.hangup))
    #expect(await events.next() == nil)
    await sut.write("lost")
    await sut.suspend()
    await sut.leave()
  }

  @Test func `a write to a closed terminal reports a hangup`() async throws {
    let pty = try PseudoTerminal(reads: false)
    let sut = live(pty, clock: ImmediateClock())
    try await sut.enter()
    pty.hangUp()
    await sut.write("lost")
    await sut.write("lost")
    var events = sut.events().makeAsyncIterator()
    #expect(await events.next() == .terminated(.hangup))
    #expect(await events.next() == nil)
    await sut.leave()
  }
}
