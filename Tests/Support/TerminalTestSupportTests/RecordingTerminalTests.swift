import Terminal
import TerminalTestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RecordingTerminalTests {
  @Test func `a recording delivers events to the program and returns its terminal calls in order`() async throws {
    let sut = RecordingTerminal(size: Size(width: 5, height: 2))
    let terminal = sut.terminal
    async let program: Void = {
      try await terminal.enter()
      for await event in terminal.events() {
        if event == .key("q") { break }
        if event == .key(.control("z")) { await terminal.suspend() } else { await terminal.write("\(event)") }
      }
      await terminal.leave()
    }()
    #expect(await sut.next() == .enter)
    sut.press("a")
    #expect(await sut.nextWrite() == "\(Terminal.Event.key("a"))")
    sut.send(.resized(Size(width: 7, height: 3)))
    #expect(await sut.nextWrite() == "\(Terminal.Event.resized(Size(width: 7, height: 3)))")
    #expect(terminal.size() == Size(width: 7, height: 3))
    sut.press(.control("z"))
    #expect(await sut.next() == .suspend)
    #expect(await sut.nextWrite() == "\(Terminal.Event.resumed(Size(width: 7, height: 3)))")
    sut.press("q")
    #expect(await sut.next() == .leave)
    #expect(await sut.next() == nil)
    try await program
  }

  @Test func `a hangup is the last event`() async {
    let sut = RecordingTerminal()
    sut.hangUp()
    sut.press("a")
    var events: [Terminal.Event] = []
    for await event in sut.terminal.events() { events.append(event) }
    #expect(events == [.terminated(.hangup)])
  }
}
