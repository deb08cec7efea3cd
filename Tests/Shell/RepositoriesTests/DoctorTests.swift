import Repositories
import Terminal
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DoctorTests {
  @Test func `the terminal finding has the name, the size and the character set`() {
    var terminal = Terminal.stub(size: Size(width: 100, height: 30))
    #expect(DoctorFinding.terminal(terminal, name: "xterm") == DoctorFinding("terminal", "xterm, 100 by 30, Unicode"))
    terminal.capabilities.unicode = false
    #expect(
      DoctorFinding.terminal(terminal, name: "vt100") == DoctorFinding("terminal", "vt100, 100 by 30, ASCII only"))
    terminal.capabilities.isDumb = true
    #expect(DoctorFinding.terminal(terminal, name: "dumb").text == "dumb: no reader, only printed lines")
    #expect(DoctorFinding.terminal(terminal, name: "").text == "no name: no reader, only printed lines")
  }

  @Test(arguments: [
    (Capabilities.Colors.none, Capabilities.Background.unknown, "none"),
    (.sixteen, .light, "16, on a light background"),
    (.twoHundredFiftySix, .dark, "256, on a dark background"), (.trueColor, .unknown, "true colour"),
  ])
  func `the colour finding has the number of colours and the background`(
    colors: Capabilities.Colors, background: Capabilities.Background, text: String
  ) {
    var capabilities = Capabilities()
    capabilities.colors = colors
    capabilities.background = background
    #expect(DoctorFinding.colors(capabilities) == DoctorFinding("colours", text))
  }

  /// Returns the event for an escape sequence; a string sequence gets its terminator.
  private func answer(_ text: String) -> Terminal.Event {
    let escape: UInt8 = 27
    return .answer([escape] + Array(text.utf8) + (text.hasPrefix("[") ? [] : [escape, UInt8(ascii: "\\")]))
  }

  @Test func `the picture finding depends on the terminal's answers, and the terminal is left afterwards`() async throws
  {
    let left = CallRecorder<Int>()
    for (answers, text) in [
      (["_Gi=31;OK", "[?62;4c"], "in the text, by kitty's protocol"),
      (["P>|iTerm2 3.5", "[?62c"], "in the text, by iTerm2's protocol"),
      (["[?62c", "_Gi=31;OK"], "not in this terminal; i opens them in a viewer"),
    ] {
      let events = answers.map(answer)
      var terminal = Terminal.stub(events: [.key(Key(.escape))] + events)
      terminal.leave = { left.record(1) }
      let finding = await DoctorFinding.pictures(terminal, patience: .seconds(1), clock: TestClock())
      #expect(finding == DoctorFinding("pictures", text))
    }
    #expect(left.all.count == 3)
  }

  @Test func `the picture check gives up after its patience when the terminal does not answer`() async throws {
    let clock = TestClock()
    let left = CallRecorder<Int>()
    var terminal = Terminal.stub()
    terminal.events = { AsyncStream { _ in } }
    terminal.leave = { left.record(1) }
    async let finding = DoctorFinding.pictures(terminal, patience: .milliseconds(300), clock: clock)
    await clock.sleeping()
    clock.advance(by: .milliseconds(300))
    #expect(await finding.text.hasPrefix("not in this terminal"))
    #expect(left.all.count == 1)
  }

  @Test func `the picture check does not enter a missing or dumb terminal`() async throws {
    let finding = await DoctorFinding.pictures(.failing(), patience: .seconds(1), clock: TestClock())
    #expect(finding == DoctorFinding("pictures", "not known: standard input or output is not a terminal"))
    var dumb = Terminal.stub()
    dumb.capabilities.isDumb = true
    dumb.enter = unexpected("enter")
    #expect(await DoctorFinding.pictures(dumb, patience: .seconds(1), clock: TestClock()) == finding)
  }
}
