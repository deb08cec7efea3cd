import Terminal
import TerminalLive
import Testing

/// Serialized, because signals belong to the whole process and only one terminal can be entered at a time.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct TerminalLiveTests {
  func live(
    _ pty: PseudoTerminal, environment: [String: String] = ["TERM": "xterm"],
    clock: some Clock<Duration> = ContinuousClock()
  ) -> Terminal {
    Terminal.live(input: pty.slave, output: pty.slave, environment: environment, clock: clock)
  }

  /// Enters a terminal and returns its events after the first, the terminal's answer about synchronized output.
  func enter(_ sut: Terminal) async throws -> AsyncStream<Terminal.Event>.Iterator {
    try await sut.enter()
    var events = sut.events().makeAsyncIterator()
    #expect(await events.next() == .synchronizedOutput(true))
    return events
  }

  @Test func `a live terminal's capabilities come from its environment`() throws {
    let sut = live(try PseudoTerminal(), environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
    #expect(sut.capabilities == Capabilities(environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"]))
  }
}
