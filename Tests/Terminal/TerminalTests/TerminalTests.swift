import Terminal
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TerminalTests {
  @Test func `a stub delivers its events and then ends`() async throws {
    let sut = Terminal.stub(size: Size(width: 40, height: 10), events: [.key("j"), .key(.enter), .key(.control("c"))])
    try await sut.enter()
    var events: [Terminal.Event] = []
    for await event in sut.events() { events.append(event) }
    #expect(sut.size() == Size(width: 40, height: 10))
    #expect(events == [.key("j"), .key(.enter), .key(.control("c"))])
    await sut.write("lost")
    await sut.suspend()
    await sut.leave()
  }

  @Test func `a failing terminal cannot be entered`() async {
    let sut = Terminal.failing(.refused(5))
    await #expect(throws: Terminal.Error.refused(5)) { try await sut.enter() }
    var events = sut.events().makeAsyncIterator()
    #expect(await events.next() == nil)
  }

  @Test func `a size is never negative`() {
    #expect(Size(width: -1, height: -2) == Size(width: 0, height: 0))
  }

  @Test func `a termination knows its signal`() {
    let terminations: [Terminal.Termination] = [.hangup, .interrupt, .quit, .terminate]
    #expect(terminations.map(\.signal) == [1, 2, 3, 15])
  }
}
