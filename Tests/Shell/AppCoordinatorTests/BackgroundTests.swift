import AppCoordinator
import Observed
import Rendering
import Screen
import Terminal
import TerminalTestSupport
import Testing

/// Tests of the background colour that the terminal reports.
@Suite(.timeLimit(.minutes(5)))
struct BackgroundTests {
  private func run(_ style: Style) async throws -> (first: String, second: String, last: String) {
    let size = Size(width: 20, height: 4)
    let recording = RecordingTerminal(size: size)
    let text = Observed("x")
    let screen = Screen(
      frame: { Frame([Line(text.value, style)], size: $0) }, changes: text.changes, appear: {}, disappear: {},
      react: { _, _ in .ignored }, help: { [] })
    let run = Task { try await AppCoordinator(terminal: recording.terminal) { _ in screen }.run() }
    let first = try #require(await recording.nextWrite())
    recording.send(.answer(Array("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}".utf8)))
    if style.foreground == nil { text.replace(with: "y") }
    let second = try #require(await recording.nextWrite())
    recording.send(.answer(Array("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}".utf8)))
    text.replace(with: "z")
    let last = try #require(await recording.nextWrite())
    recording.press("q")
    #expect(try await run.value == .quit)
    return (first, second, last)
  }

  @Test func `a reported background colour redraws coloured text once`() async throws {
    let written = try await run(Style(foreground: .role(.accent)))
    #expect(written.first.contains("x"))
    #expect(!written.first.contains("[34m"))
    #expect(written.second.contains("\u{1B}[34mx"))
    #expect(written.last.contains("\u{1B}[34mz"))
    #expect(!written.last.contains("[2J"))
  }

  @Test func `a reported background colour does not redraw text without colour`() async throws {
    let written = try await run(.plain)
    #expect(!written.second.contains("[2J"))
    #expect(written.second.contains("y"))
  }
}
