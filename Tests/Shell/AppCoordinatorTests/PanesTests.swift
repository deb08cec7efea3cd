import AppCoordinator
import PostDomain
import PostsRepository
import Rendering
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

/// The list and a post beside each other.
@Suite(.timeLimit(.minutes(1)))
struct PanesTests {
  static let wide = Size(width: 120, height: 12)

  func isList(_ screen: [String]) -> Bool {
    screen[2].hasPrefix(" › ") && screen[2].contains("The lamp room") && screen[1].contains("live")
  }

  /// What stands left and right of the divider in a row.
  func halves(_ row: String) -> (left: String, right: String)? {
    let parts = row.split(separator: "│", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }

  func shows(_ number: Int, _ screen: [String]) -> Bool {
    halves(screen[0])?.right.hasPrefix(" Posts › \(number)") == true && screen[0].hasSuffix("live")
  }

  private func desk(size: Size = Self.wide) async throws -> Desk {
    var desk = Desk(size: size)
    try await desk.wait(until: isList)
    return desk
  }

  private func quit(_ desk: Desk) async throws {
    desk.recording.press("Q")
    #expect(try await desk.ended() == .quit)
    #expect(desk.screen.complaints == [])
  }

  @Test func `a post is opened beside the list, and has the keys; Esc closes it`() async throws {
    var desk = try await desk()
    #expect(desk.screen.text.allSatisfy { !$0.contains("│") }, "nothing is open yet")
    try await desk.press(.enter) { shows(1, $0) }
    #expect(desk.screen.text.allSatisfy { halves($0) != nil })
    #expect(halves(desk.screen.text[2])?.left.hasPrefix(" › ") == true)
    try await desk.press("n") { shows(2, $0) && $0[3].hasPrefix(" › ") }
    try await desk.press(.escape) { !$0[0].contains("│") && $0[3].hasPrefix(" › ") }
    try await quit(desk)
  }

  @Test func `Tab changes between them, and each keeps its own place`() async throws {
    var desk = try await desk()
    try await desk.press(.enter) { shows(1, $0) && $0[11].hasSuffix("y copy") }
    try await desk.press(.tab) { $0[11].hasSuffix("tab switch") }
    #expect(halves(desk.screen.text[11])?.left.contains("↵ open") == true)
    try await desk.press("j", "j") { $0[4].hasPrefix(" › ") && shows(1, $0) }
    try await desk.press(.tab, "j") { $0[11].hasSuffix("y copy") && $0[4].hasPrefix(" › ") }
    #expect(halves(desk.screen.text[11])?.left.contains("tab switch") == true)
    try await quit(desk)
  }

  @Test func `what is opened from the list takes the place of what is beside it`() async throws {
    var desk = try await desk()
    try await desk.press(.enter, until: { shows(1, $0) })
    try await desk.press(.tab, "j", .enter) { shows(2, $0) && $0[11].hasSuffix("y copy") }
    try await desk.press(.escape) { !$0[0].contains("│") }
    try await quit(desk)
  }

  @Test func `sections are changed by numbers and Shift-Tab, and what was open is there again`() async throws {
    var desk = try await desk()
    try await desk.press(.enter, until: { shows(1, $0) })
    try await desk.press("3") { $0[1].hasPrefix(" To-dos") && !$0[0].contains("│") }
    try await desk.press(.shift(.tab)) { $0[1].hasPrefix(" Comics") }
    try await desk.press(.shift(.tab)) { shows(1, $0) }
    try await quit(desk)
  }

  @Test func `another width keeps both`() async throws {
    var desk = try await desk()
    try await desk.press(.enter, until: { shows(1, $0) })
    try await desk.press(.tab, "j") { $0[3].hasPrefix(" › ") }
    try await desk.resize(to: Size(width: 119, height: 12)) { $0[0].hasPrefix(" Posts › 1") && !$0[0].contains("│") }
    try await desk.resize(to: Self.wide) { shows(1, $0) && $0[3].hasPrefix(" › ") }
    try await quit(desk)
  }

  @Test func `the wheel scrolls what it points at, and a click gives the keys to it`() async throws {
    var desk = try await desk()
    try await desk.press(.enter, until: { shows(1, $0) })
    desk.recording.send(.mouse(.init(.scrollDown, column: 5, row: 5)))
    try await desk.wait { $0[4].hasPrefix(" › ") && $0[11].hasSuffix("y copy") }
    desk.recording.send(.mouse(.init(.press(.left), column: 5, row: 3)))
    try await desk.wait { $0[3].hasPrefix(" › ") && $0[11].hasSuffix("tab switch") }
    desk.recording.send(.mouse(.init(.press(.left), column: 100, row: 5)))
    try await desk.wait { $0[11].hasSuffix("y copy") }
    desk.recording.send(.mouse(.init(.press(.left), column: 48, row: 5)))
    desk.recording.send(.mouse(.init(.press(.left), column: 5, row: 3)))
    try await desk.wait { shows(2, $0) }
    try await quit(desk)
  }

  @Test func `a click on the path goes back, one on a hint does what it says`() async throws {
    var desk = try await desk()
    let open = try #require(desk.screen.text[11].firstRange(of: "↵ open")).lowerBound
    let column = desk.screen.text[11][..<open].count
    desk.recording.send(.mouse(.init(.press(.left), column: column, row: 11)))
    try await desk.wait { shows(1, $0) }
    let divider = try #require(halves(desk.screen.text[0])).left.count
    desk.recording.send(.mouse(.init(.press(.left), column: divider + 3, row: 0)))
    try await desk.wait { !$0[0].contains("│") }
    let help = desk.screen.text[11][..<(try #require(desk.screen.text[11].firstRange(of: "? help"))).lowerBound].count
    desk.recording.send(.mouse(.init(.press(.left), column: help, row: 11)))
    try await desk.wait { $0[0] == " Keys" }
    let close = desk.screen.text[11][..<(try #require(desk.screen.text[11].firstRange(of: "esc close"))).lowerBound]
      .count
    desk.recording.send(.mouse(.init(.press(.left), column: close, row: 11)))
    try await desk.wait(until: isList)
    try await quit(desk)
  }

  @Test(arguments: [120, 200])
  func `a step in the list beside a post costs at most 200 bytes`(width: Int) async throws {
    let posts = (1...500).map { Post(id: Post.ID($0), userID: nil, title: "Title \($0)", body: "Words.") }
    var desk = Desk(.stub(posts), size: Size(width: width, height: 40))
    try await desk.wait { $0[2].contains("Title 1") && $0[1].contains("live") }
    try await desk.press(.enter) { shows(1, $0) && $0[11].contains("│") }
    try await desk.press(.tab) { $0[39].hasSuffix("tab switch") }
    desk.recording.press("j")
    let step = try #require(await desk.recording.nextWrite())
    #expect(step.utf8.count <= 200, "\(step.utf8.count): \(step.debugDescription)")
    desk.write(step)
    try await quit(desk)
  }

  @Test func `help is about the screen that has the keys`() async throws {
    var desk = Desk(size: Size(width: 120, height: 40))
    try await desk.wait(until: isList)
    try await desk.press(.enter, until: { shows(1, $0) })
    try await desk.press("?") { $0[0] == " Keys" && $0.contains { $0.contains("next post") } }
    try await desk.press(.escape, .tab, "?") { $0[0] == " Keys" && $0.contains { $0.contains("filter as you type") } }
    desk.recording.press(.escape)
    try await quit(desk)
  }
}
