import AppCoordinator
import Observed
import Rendering
import Screen
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

/// Tests of a list that is opened from another list and opens pages.
@Suite(.timeLimit(.minutes(5)))
struct NestedListTests {
  private let recording = RecordingTerminal(size: Size(width: 120, height: 4))
  /// The calls to the screens by their names: "appear list 3".
  private let calls = CallRecorder<String>()
  private let clock = TestClock()
  /// The selected row of each list, by its name.
  private let rows = Observed<[String: Int]>([:])

  /// Returns a screen that shows its name, and for a list its selected row.
  private func screen(_ name: String) -> Screen {
    var screen = Screen(
      frame: { [rows] size in
        Frame(
          [Line("\(name)\(rows.value[name].map { " row \($0)" } ?? "")")], size: size,
          cursor: Frame.Cursor(column: 0, row: rows.value[name] ?? 0))
      },
      changes: rows.changes,
      appear: { [calls] in calls.record("appear \(name)") },
      disappear: { [calls] in calls.record("disappear \(name)") },
      react: { _, _ in .ignored }, help: { [] })
    screen.open = { [calls] in calls.record("open \(name)") }
    return screen
  }

  /// Returns a list whose rows are shown by other screens.
  private func list(
    _ name: String, _ navigator: Navigator, showing: @escaping @Sendable (_ row: Int) -> Screen
  ) -> Screen {
    var list = screen(name)
    rows.update { $0[name] = 0 }
    list.selection = { [rows] in rows.value[name].map { Screen.Subject("\(name) \($0)") } }
    list.hasPreviews = { true }
    list.preview = { [rows] in navigator.preview(showing(rows.value[name] ?? 0)) }
    list.react = { [rows] event, _ in
      switch event {
      case .key("j"): rows.update { $0[name, default: 0] += 1 }
      case .mouse(let mouse) where mouse.row != rows.value[name]: rows.update { $0[name] = mouse.row }
      case .key(.enter), .mouse: navigator.push(showing(rows.value[name] ?? 0))
      default: return .ignored
      }
      return .handled
    }
    return list
  }

  private func page(_ row: Int, of name: String) -> Screen {
    var page = screen("page \(row) of \(name)")
    page.subject = { Screen.Subject("\(name) \(row)") }
    page.standsBeside = true
    return page
  }

  /// Runs a list of lists of pages.
  private func run() -> Task<Ending, any Error> {
    let coordinator = AppCoordinator(terminal: recording.terminal, clock: clock) { navigator in
      list("all", navigator) { row in
        var list = list("list \(row)", navigator) { page($0, of: "list \(row)") }
        list.subject = { Screen.Subject("all \(row)") }
        list.standsBeside = true
        list.movesLeft = true
        return list
      }
    }
    return Task { try await coordinator.run() }
  }

  /// Waits for a pair of screens, or for one alone.
  private func wait(_ screen: inout VirtualScreen, _ left: String, _ right: String? = nil) async throws {
    func isShown(_ row: String) -> Bool {
      let halves = row.split(separator: "│", omittingEmptySubsequences: false).map { $0.trimmed }
      return halves == [left] + (right.map { [$0] } ?? [])
    }
    while !isShown(screen.text[0]) {
      guard let text = await recording.nextWrite() else {
        Issue.record("\(screen.text[0])")
        return
      }
      screen.write(text)
    }
  }

  private func quit(_ run: Task<Ending, any Error>) async throws {
    recording.press("Q")
    #expect(try await run.value == .quit)
    let shown = calls.all.filter { $0.hasPrefix("appear") }.count
    let left = calls.all.filter { $0.hasPrefix("dis") }
    #expect(shown == left.count, "each screen that appeared has disappeared once: \(calls.all)")
  }

  @Test func `an opened list moves to the left pane, previews its pages, and each Esc undoes one step`()
    async throws
  {
    let run = run()
    var screen = VirtualScreen(size: Size(width: 120, height: 4))
    await clock.rest()
    try await wait(&screen, "all row 0", "list 0 row 0")
    recording.press(.enter)
    try await wait(&screen, "list 0 row 0", "")
    await clock.rest()
    try await wait(&screen, "list 0 row 0", "page 0 of list 0")
    recording.press("j")
    try await wait(&screen, "list 0 row 1", "page 0 of list 0")
    recording.press(.enter)
    try await wait(&screen, "list 0 row 1", "page 1 of list 0")
    #expect(calls.all.suffix(2) == ["disappear page 0 of list 0", "appear page 1 of list 0"])
    recording.press(.escape, .escape)
    try await wait(&screen, "all row 0", "list 0 row 1")
    #expect(calls.all.last == "disappear page 1 of list 0")
    recording.press("j")
    try await wait(&screen, "all row 1", "list 0 row 1")
    await clock.rest()
    try await wait(&screen, "all row 1", "list 1 row 0")
    #expect(calls.all.suffix(2) == ["disappear list 0", "appear list 1"])
    try await quit(run)
  }

  @Test func `Tab moves to the right pane, and from a page back to its list`() async throws {
    let run = run()
    var screen = VirtualScreen(size: Size(width: 120, height: 4))
    await clock.rest()
    try await wait(&screen, "all row 0", "list 0 row 0")
    recording.press(.tab)
    await clock.rest()
    try await wait(&screen, "list 0 row 0", "page 0 of list 0")
    recording.press(.tab, "j")
    #expect(calls.all.contains("open list 0"))
    recording.press(.tab, "j")
    try await wait(&screen, "list 0 row 1", "page 0 of list 0")
    try await quit(run)
  }

  @Test(arguments: [0, 2]) func `a click on a row of the list on the right selects it, and again opens it`(row: Int)
    async throws
  {
    let run = run()
    var screen = VirtualScreen(size: Size(width: 120, height: 4))
    await clock.rest()
    try await wait(&screen, "all row 0", "list 0 row 0")
    recording.send(.mouse(.init(.press, column: 80, row: row)))
    try await wait(&screen, "list 0 row \(row)", "")
    await clock.rest()
    try await wait(&screen, "list 0 row \(row)", "page \(row) of list 0")
    #expect(!calls.all.contains("open page \(row) of list 0"))
    recording.send(.mouse(.init(.press, column: 80, row: row)))
    recording.press(.escape, .escape)
    try await wait(&screen, "all row 0", "list 0 row \(row)")
    #expect(calls.all.filter { $0.hasPrefix("open page") } == ["open page \(row) of list 0"])
    try await quit(run)
  }

  @Test func `a narrow window shows one screen at a time`() async throws {
    recording.send(.resized(Size(width: 119, height: 4)))
    let run = run()
    var screen = VirtualScreen(size: Size(width: 119, height: 4))
    try await wait(&screen, "all row 0")
    recording.press("j", .enter)
    try await wait(&screen, "list 1 row 0")
    recording.press("j", "j", .enter)
    try await wait(&screen, "page 2 of list 1")
    recording.press(.escape)
    try await wait(&screen, "list 1 row 2")
    recording.press(.escape)
    try await wait(&screen, "all row 1")
    try await quit(run)
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
