import ProcessTestSupport
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
  private static let questions = ["\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\", "\u{1B}[c"]

  private func asking(_ pty: PseudoTerminal, clock: some Clock<Duration> = ContinuousClock()) -> Terminal {
    .live(
      input: pty.slave, output: pty.slave, environment: ["TERM": "xterm"], questions: Self.questions, clock: clock)
  }

  @Test func `questions are asked once, before the screen is cleared, and answers come as events among keys`()
    async throws
  {
    let pty = try PseudoTerminal()
    let sut = asking(pty, clock: TestClock())
    var events = try await enter(sut)
    pty.type("j\u{1B}_Gi=31;OK\u{1B}\\k\u{1B}[?62;4c")
    let expected: [Terminal.Event] = [
      .key("j"), .answer(Array("\u{1B}_Gi=31;OK\u{1B}\\".utf8)), .key("k"), .answer(Array("\u{1B}[?62;4c".utf8)),
    ]
    for event in expected { #expect(await events.next() == event) }
    await sut.leave()
    let question = "\u{1B}[?2026$p"
    let take = Self.take.replacing(question, with: question + Self.questions.joined())
    #expect(await pty.transcript() == take + Self.giveBack)
  }

  @Test func `leave waits for the answers to all questions so that the shell receives none`() async throws {
    let pty = try PseudoTerminal(answers: false)
    let before = pty.settings
    let sut = asking(pty, clock: TestClock())
    try await sut.enter()
    var events = sut.events().makeAsyncIterator()
    let leaving = Task { await sut.leave() }
    await pty.shows(Self.giveBack)
    pty.type("\u{1B}[?2026;1$y\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;36;18t")
    for _ in 1...3 { _ = await events.next() }
    #expect(pty.settings != before)
    pty.type("\u{1B}[?62;4c")
    await leaving.value
    #expect(pty.settings == before)
    #expect(!pty.hasUnread)
  }

  @Test func `the newest beforeGivingBack text is written before the screen is restored`()
    async throws
  {
    let pty = try PseudoTerminal()
    // A test clock, because on a busy machine writing may take longer than `leave` waits.
    let sut = live(pty, clock: TestClock())
    await sut.beforeGivingBack("one")
    try await sut.enter()
    await sut.beforeGivingBack("two")
    await sut.write("frame")
    await sut.leave()
    let giveBack = "\u{18}two" + Self.giveBack.dropFirst()
    #expect(await pty.transcript() == Self.take + "frame" + giveBack)
  }

  @Test func `a beforeGivingBack text over 256 bytes is not written`() async throws {
    let pty = try PseudoTerminal()
    // A test clock, because on a busy machine writing may take longer than `leave` waits.
    let sut = live(pty, clock: TestClock())
    try await sut.enter()
    await sut.beforeGivingBack(String(repeating: "x", count: 257))
    await sut.leave()
    #expect(await pty.transcript() == Self.take + Self.giveBack)
  }

  @Test(arguments: [SIGUSR1, SIGSEGV, SIGTERM, SIGHUP])
  func `the beforeGivingBack text is written whichever signal ends the program`(signal: Int32) async throws {
    let pty = try PseudoTerminal()
    Settings.makeUnusual(pty.slave)
    let before = pty.settings
    let child = try ChildProcess([ChildProcess.probe()], on: pty)
    await pty.shows("[ready \(child.number)]")
    let text = String(repeating: "y", count: 256)
    pty.type("b")
    await pty.shows("[before]")
    kill(child.number, signal)
    _ = await child.status
    #expect(pty.settings == before)
    let giveBack = "\u{18}\(text)" + Self.giveBack.dropFirst()
    #expect(await pty.transcript() == Self.take + "[ready \(child.number)][before]" + giveBack)
  }
}
