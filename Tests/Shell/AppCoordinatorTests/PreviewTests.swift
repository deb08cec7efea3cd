import AppCoordinator
import Observed
import Rendering
import Screen
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

/// Tests of the time at which a preview of the selection is loaded, and of the preview afterwards.
@Suite(.timeLimit(.minutes(5)))
struct PreviewTests {
  private let recording = RecordingTerminal(size: Size(width: 120, height: 4))
  /// The calls to the detail screen of a number: "appear 3".
  private let calls = CallRecorder<String>()
  /// The numbers of the detail screens that were drawn.
  private let drawn = CallRecorder<Int>()
  private let clock = TestClock()
  private let list = NumberScreen()

  private func page(_ number: Int) -> Screen {
    var screen = Screen(
      frame: { [drawn] size in
        drawn.record(number)
        return Frame([Line("page \(number)")], size: size)
      },
      appear: { [calls] in calls.record("appear \(number)") },
      disappear: { [calls] in calls.record("disappear \(number)") },
      react: { _, _ in .ignored }, help: { [] })
    screen.standsBeside = true
    screen.subject = { Screen.Subject(number) }
    screen.open = { [calls] in calls.record("open \(number)") }
    return screen
  }

  /// Runs a list of numbers, each with a detail screen.
  private func run() -> Task<Ending, any Error> {
    let coordinator = AppCoordinator(terminal: recording.terminal, clock: clock) { [list, calls] navigator in
      var list = list
      list.onEnter = { [value = list.value] in navigator.push(page(value.value.number)) }
      var screen = list.screen
      screen.selection = { [value = list.value] in Screen.Subject(value.value.number) }
      screen.hasPreviews = { true }
      screen.preview = { [value = list.value] in
        calls.record("preview \(value.value.number)")
        navigator.preview(page(value.value.number))
      }
      return screen
    }
    return Task { try await coordinator.run() }
  }

  private func wait(_ screen: inout VirtualScreen, until isWanted: ([String]) -> Bool) async throws {
    while !isWanted(screen.text) { screen.write(try #require(await recording.nextWrite())) }
  }

  private func quit(_ run: Task<Ending, any Error>) async throws {
    recording.press("Q")
    #expect(try await run.value == .quit)
  }

  @Test func `a moving selection loads no preview, and a resting one loads a single page`() async throws {
    let run = run()
    var screen = VirtualScreen(size: Size(width: 120, height: 4))
    for _ in 1...20 { recording.press("j") }
    try await wait(&screen) { $0[0].hasPrefix("20 ") }
    #expect(calls.all == [])
    await clock.sleeping()
    #expect(clock.remaining.count == 1, "one task waits, regardless of the number of keys")
    await clock.rest()
    try await wait(&screen) { $0[0].hasSuffix("page 20") }
    #expect(calls.all == ["preview 20", "appear 20"])
    recording.press("j")
    try await wait(&screen) { $0[0].hasPrefix("21 ") && $0[0].hasSuffix("page 20") }
    #expect(drawn.all == [20], "a key in the list does not draw the page again")
    try await quit(run)
    #expect(calls.all.last == "disappear 20")
  }

  @Test func `opening a previewed item reuses its page, which stays as the preview afterwards`()
    async throws
  {
    let run = run()
    var screen = VirtualScreen(size: Size(width: 120, height: 4))
    await clock.rest()
    try await wait(&screen) { $0[0].hasSuffix("page 0") }
    recording.press(.enter, .escape, .tab, .tab, "j")
    try await wait(&screen) { $0[0].hasPrefix("1 ") }
    #expect(calls.all == ["preview 0", "appear 0", "open 0", "open 0"])
    recording.press(.enter)
    try await wait(&screen) { $0[0].hasSuffix("page 1") }
    #expect(calls.all.suffix(2) == ["disappear 0", "appear 1"])
    try await quit(run)
    #expect(calls.all.last == "disappear 1")
  }

  @Test func `an item left before its timer expires, or shown in a narrow window, is not previewed`() async throws {
    let run = run()
    var screen = VirtualScreen(size: Size(width: 120, height: 4))
    try await wait(&screen) { $0[0].hasPrefix("0 ") }
    await clock.sleeping()
    recording.send(.resized(Size(width: 119, height: 4)))
    screen = VirtualScreen(size: Size(width: 119, height: 4))
    try await wait(&screen) { $0[0] == "0" }
    recording.press("j")
    try await wait(&screen) { $0[0] == "1" }
    clock.advance(by: .milliseconds(150))
    recording.send(.resized(Size(width: 120, height: 4)))
    screen = VirtualScreen(size: Size(width: 120, height: 4))
    try await wait(&screen) { $0[0].hasPrefix("1 ") }
    #expect(calls.all == [])
    await clock.rest()
    try await wait(&screen) { $0[0].hasSuffix("page 1") }
    #expect(calls.all == ["preview 1", "appear 1"])
    try await quit(run)
  }

  @Test func `each new selection restarts the preview timer`() async throws {
    let run = run()
    var screen = VirtualScreen(size: Size(width: 120, height: 4))
    try await wait(&screen) { $0[0].hasPrefix("0 ") }
    await clock.sleeping()
    clock.advance(by: .milliseconds(100))
    recording.press("j")
    try await wait(&screen) { $0[0].hasPrefix("1 ") }
    clock.advance(by: .milliseconds(50))
    await clock.sleeping()
    #expect(clock.remaining == [.milliseconds(100)])
    #expect(calls.all == [])
    clock.advance(by: .milliseconds(100))
    try await wait(&screen) { $0[0].hasSuffix("page 1") }
    #expect(calls.all == ["preview 1", "appear 1"])
    try await quit(run)
  }

  @Test func `a redraw does not restart the preview timer`() async throws {
    let run = run()
    var screen = VirtualScreen(size: Size(width: 120, height: 4))
    try await wait(&screen) { $0[0].hasPrefix("0 ") }
    await clock.sleeping()
    clock.advance(by: .milliseconds(100))
    recording.send(.resumed(Size(width: 120, height: 4)))
    screen.write(try #require(await recording.nextWrite()))
    clock.advance(by: .milliseconds(50))
    try await wait(&screen) { $0[0].hasSuffix("page 0") }
    try await quit(run)
  }

  @Test func `a changed page is redrawn with its new state, in whatever order its watchers are notified`() async throws
  {
    let text = Observed("old")
    let watchers = Observed<[@Sendable () -> Void]>([])
    let changes = ChangeSignal { notify in
      watchers.update { $0.append(notify) }
      return {}
    }
    let coordinator = AppCoordinator(terminal: recording.terminal) { [list] navigator in
      var list = list
      list.onEnter = {
        var page = Screen(
          frame: { Frame([Line(text.value)], size: $0) }, changes: changes, appear: {}, disappear: {},
          react: { event, _ in
            guard event == .key("j") else { return .ignored }
            text.update { $0 += "+" }
            return .handled
          }, help: { [] })
        page.standsBeside = true
        navigator.push(page)
      }
      return list.screen
    }
    let run = Task { try await coordinator.run() }
    var screen = VirtualScreen(size: Size(width: 120, height: 4))
    recording.press(.enter)
    try await wait(&screen) { $0[0].hasSuffix("old") }
    text.replace(with: "new")
    for notify in watchers.value.dropFirst().reversed() {
      notify()
      // If the loop is notified before the cached frame is dropped, it draws the old frame here.
      recording.send(.resumed(Size(width: 120, height: 4)))
      screen.write(try #require(await recording.nextWrite()))
    }
    watchers.value.first?()
    try await wait(&screen) { $0[0].hasSuffix("new") }
    try await quit(run)
  }
}
