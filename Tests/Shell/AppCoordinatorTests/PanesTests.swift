import AppCoordinator
import DatabaseLive
import FlagsStoreLive
import Foundation
import Observed
import PostDomain
import PostsRepository
import Rendering
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

/// Tests of the list and a post side by side.
@Suite(.timeLimit(.minutes(5)))
struct PanesTests {
  static let wide = Size(width: 120, height: 12)

  /// Returns the parts of a row left and right of the divider; nil for a row without one.
  func halves(_ row: String) -> (left: String, right: String)? {
    let parts = row.split(separator: "│", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }

  /// Returns whether a post is shown beside the list.
  func shows(_ number: Int, _ screen: [String]) -> Bool {
    halves(screen[0])?.right.hasPrefix(" Posts › \(number)") == true && screen[0].hasSuffix("live")
  }

  func isListFocused(_ screen: [String]) -> Bool {
    screen[screen.count - 1].hasSuffix("tab switch")
      && halves(screen[screen.count - 1])?.left.contains("↵ open") == true
  }

  func isPageFocused(_ screen: [String]) -> Bool {
    screen[screen.count - 1].hasSuffix("y copy")
      && halves(screen[screen.count - 1])?.left.contains("tab switch") == true
  }

  private func driver(size: Size = Self.wide) async throws -> ReaderDriver {
    var driver = ReaderDriver(size: size, rests: true)
    try await driver.wait { shows(1, $0) && isListFocused($0) }
    return driver
  }

  @Test func `the focused pane has colour in its title and selected row, and the other pane has none`() async throws {
    var driver = try await driver()
    driver.recording.send(.answer(Array("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}".utf8)))
    try await driver.press("j") { shows(2, $0) && $0[3].hasPrefix(" › ●") }
    func styles(_ row: Int) throws -> (left: [String], right: [String]) {
      let cells = driver.screen.cells[row]
      let divider = try #require(cells.firstIndex { $0.text == "│" })
      func found(_ part: some Sequence<VirtualScreen.Cell>) -> [String] {
        part.filter { $0.text != " " }.map(\.style).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
      }
      return (found(cells[..<divider]), found(cells[(divider + 1)...]))
    }
    // The section in the first row, and the title in the second.
    #expect(try styles(0).left == ["7;34", "2"])
    #expect(try styles(1).left.first == "1;34")
    #expect(try styles(0).right == ["2"])
    #expect(try styles(3).left.allSatisfy { ["7;34", "1;7;34"].contains($0) })
    try await driver.press(.enter) { isPageFocused($0) && $0[3].hasPrefix(" ›    ") }
    #expect(try styles(0).left == ["", "2"])
    #expect(try styles(1).left == ["2"])
    #expect(try styles(0).right.first == "1;34")
    #expect(try styles(3).left == ["1", ""])
    try await driver.quit()
  }

  @Test func `the selected post shows beside the list and is marked as read only when it is opened`() async throws {
    var driver = try await driver()
    #expect(driver.screen.text.allSatisfy { halves($0) != nil })
    try await driver.press("j") { shows(2, $0) && $0[3].hasPrefix(" › ●") }
    #expect(driver.screen.text[2].hasPrefix("   ●"))
    #expect(isListFocused(driver.screen.text))
    try await driver.press(.enter) { isPageFocused($0) && $0[3].hasPrefix(" ›    ") }
    #expect(shows(2, driver.screen.text))
    #expect(driver.screen.text[2].hasPrefix("   ●"))
    try await driver.quit()
  }

  @Test func `n moves the page and the list to the next post, and after Esc the page follows the list`() async throws {
    var driver = try await driver()
    try await driver.press(.enter, "n") { shows(2, $0) && $0[3].hasPrefix(" ›    ") }
    try await driver.press(.escape) { isListFocused($0) && shows(2, $0) }
    try await driver.press("k") { shows(1, $0) && $0[2].hasPrefix(" ›    ") && isListFocused($0) }
    try await driver.quit()
  }

  @Test func `Tab opens the previewed post, returns to the list, and preserves the scroll position`() async throws {
    var driver = try await driver(size: Size(width: 120, height: 8))
    try await driver.press(.tab) { isPageFocused($0) && $0[2].hasPrefix(" ›    ") }
    func isScrolled(_ screen: [String]) -> Bool {
      halves(screen[0])?.right.hasPrefix(" The lamp room at four in the morning · ") == true
    }
    try await driver.press("j") { isScrolled($0) && isPageFocused($0) }
    try await driver.press(.tab) { isListFocused($0) && isScrolled($0) }
    try await driver.press(.tab) { isPageFocused($0) && isScrolled($0) }
    try await driver.quit()
  }

  @Test func `Tab opens the selected row when nothing is beside the list yet`() async throws {
    var driver = ReaderDriver(size: Self.wide)
    try await driver.wait { $0[2].hasPrefix(" › ●") && $0[1].contains("live") && halves($0[5]) != nil }
    #expect(driver.screen.text.allSatisfy { halves($0)?.right == "" }, "there is room for a page beside the list")
    try await driver.press("j", .tab) { shows(2, $0) && isPageFocused($0) }
    try await driver.press(.tab, "j", .tab) { shows(3, $0) && isPageFocused($0) && $0[4].hasPrefix(" ›    ") }
    try await driver.quit()
  }

  @Test func `a post opened from the list replaces the one beside it`() async throws {
    var driver = ReaderDriver(size: Self.wide)
    try await driver.press(.enter, until: { shows(1, $0) && isPageFocused($0) })
    try await driver.press(.tab, "j", .enter) { shows(2, $0) && isPageFocused($0) }
    try await driver.press(.escape) { isListFocused($0) && shows(2, $0) }
    try await driver.quit()
  }

  @Test func `the ages in both panes are renewed each minute`() async throws {
    let date = Observed(Date(timeIntervalSince1970: 0))
    var driver = ReaderDriver(size: Self.wide, rests: true, now: { date.value })
    try await driver.wait { shows(1, $0) && isListFocused($0) }
    func isAged(_ age: String) -> ([String]) -> Bool {
      { halves($0[1])?.left.contains(age) == true && halves($0[0])?.right.hasSuffix(age) == true }
    }
    for age in ["checked 1 minute ago", "checked 2 minutes ago"] {
      date.update { $0 += 60 }
      await driver.clock.sleeping(for: .seconds(60))
      driver.clock.advance(by: .seconds(60))
      try await driver.wait(until: isAged(age))
    }
    try await driver.quit()
  }

  @Test func `the result of a sync shows in the pane that has the keys`() async throws {
    var driver = try await driver()
    let result = "Synced: 3 posts, 4 comics, 4 to-dos."
    try await driver.press("S") { halves($0[$0.count - 1])?.left.contains(" \(result)") == true }
    driver.clock.advance(by: .seconds(2))
    try await driver.press(.enter) { isPageFocused($0) && !$0[$0.count - 1].contains("Synced") }
    try await driver.press("S") { halves($0[$0.count - 1])?.right.contains(result) == true }
    try await driver.quit()
  }

  @Test func `switching sections with a number or Shift-Tab restores the page that was open there`() async throws {
    var driver = try await driver()
    try await driver.press(.enter, until: { isPageFocused($0) })
    try await driver.press("3") { $0[1].hasPrefix(" To-dos") && !$0[0].contains("│") }
    try await driver.press(.shift(.tab)) {
      $0[1].hasPrefix(" Comics") && halves($0[0])?.right.hasPrefix(" Comics › ") == true
    }
    try await driver.press(.shift(.tab)) { shows(1, $0) && isPageFocused($0) }
    try await driver.press(.escape, "2") { $0[1].hasPrefix(" Comics") && isListFocused($0) }
    try await driver.press("1") { shows(1, $0) && isListFocused($0) }
    try await driver.quit()
  }

  @Test func `a narrow window shows only the focused pane, and widening it restores the other`() async throws {
    let narrow = Size(width: 119, height: 12)
    var driver = try await driver()
    try await driver.press(.enter, until: { isPageFocused($0) })
    try await driver.resize(to: narrow) { $0[0].hasPrefix(" Posts › 1") && !$0[0].contains("│") }
    try await driver.resize(to: Self.wide) { shows(1, $0) && isPageFocused($0) }
    try await driver.press(.tab, "j") { $0[3].hasPrefix(" › ") && isListFocused($0) && shows(2, $0) }
    try await driver.resize(to: narrow) { $0[1].hasPrefix(" Posts") && $0[3].hasPrefix(" › ") && !$0[0].contains("│") }
    try await driver.press(.enter) { $0[0].hasPrefix(" Posts › 2") }
    try await driver.press(.escape) { $0[3].hasPrefix(" › ") }
    try await driver.resize(to: Self.wide) { shows(2, $0) && isListFocused($0) }
    try await driver.quit()
  }

  @Test func `the wheel scrolls the pane under the pointer, the page follows the list, and a click moves the focus`()
    async throws
  {
    var driver = try await driver()
    try await driver.press(.enter, until: { isPageFocused($0) })
    driver.recording.send(.mouse(.init(.scrollDown, column: 5, row: 5)))
    try await driver.wait { $0[4].hasPrefix(" › ") && isListFocused($0) && shows(3, $0) }
    driver.recording.send(.mouse(.init(.press, column: 5, row: 3)))
    try await driver.wait { $0[3].hasPrefix(" › ●") && isListFocused($0) && shows(2, $0) }
    driver.recording.send(.mouse(.init(.press, column: 100, row: 5)))
    try await driver.wait { isPageFocused($0) && $0[3].hasPrefix(" ›    ") }
    driver.recording.send(.mouse(.init(.press, column: 48, row: 5)))
    driver.recording.send(.mouse(.init(.press, column: 5, row: 4)))
    driver.recording.send(.mouse(.init(.press, column: 5, row: 4)))
    try await driver.wait { shows(3, $0) && isPageFocused($0) }
    try await driver.quit()
  }

  private func comics() async throws -> ReaderDriver {
    var driver = ReaderDriver(size: Self.wide, rests: true)
    try await driver.wait { shows(1, $0) && isListFocused($0) }
    try await driver.press("2") { halves($0[0])?.right.hasPrefix(" Comics › 5") == true && $0[0].hasSuffix("live") }
    return driver
  }

  @Test func `a comic opened by number is selected in the list, and the list's keys act on it`()
    async throws
  {
    var driver = try await comics()
    try await driver.press("#", "4", .enter) { $0[0].contains("│ Comics › 4") && $0[3].hasPrefix(" › 4") }
    try await driver.press("n") { $0[0].contains("│ Comics › 2") && $0[4].hasPrefix(" › 2") }
    try await driver.press("#", "4", .enter) { $0[0].contains("│ Comics › 4") && $0[3].hasPrefix(" › 4") }
    try await driver.press(.tab) { isListFocused($0) }
    try await driver.press("b") { $0[3].hasPrefix(" › 4  ★") && $0[0].contains("│ Comics › 4 ★") }
    try await driver.quit()
  }

  @Test func `a comic missing from the list gives way to the selected one when the list gets the focus`() async throws {
    var driver = try await comics()
    try await driver.press("#", "3", .enter) { $0[0].contains("│ Comics › 3") && $0[2].hasPrefix(" › 5") }
    try await driver.press(.tab) { isListFocused($0) && $0[0].contains("│ Comics › 5") }
    try await driver.press("b") { $0[2].hasPrefix(" › 5 ●★") && $0[0].contains("│ Comics › 5 ★") }
    try await driver.quit()
  }

  @Test func `a click on the path goes back, and a click on a key hint presses that key`() async throws {
    var driver = try await driver()
    func column(of text: String) throws -> Int {
      let row = driver.screen.text[11]
      return row[..<(try #require(row.firstRange(of: text))).lowerBound].count
    }
    driver.recording.send(.mouse(.init(.press, column: try column(of: "↵ open"), row: 11)))
    try await driver.wait { isPageFocused($0) }
    let divider = try #require(halves(driver.screen.text[0])).left.count
    driver.recording.send(.mouse(.init(.press, column: divider + 3, row: 0)))
    try await driver.wait { isListFocused($0) }
    driver.recording.send(.mouse(.init(.press, column: try column(of: "tab switch"), row: 11)))
    try await driver.wait { isPageFocused($0) }
    driver.recording.send(.mouse(.init(.press, column: try column(of: "tab switch"), row: 11)))
    try await driver.wait { isListFocused($0) }
    driver.recording.send(.mouse(.init(.press, column: try column(of: "? help"), row: 11)))
    try await driver.wait { $0[0] == " Keys" }
    driver.recording.send(.mouse(.init(.press, column: try column(of: "esc close"), row: 11)))
    try await driver.wait { isListFocused($0) }
    try await driver.quit()
  }

  @Test(arguments: [120, 200])
  func `a step in the list beside a post costs at most 200 bytes`(width: Int) async throws {
    let posts = (1...500).map { Post(id: Post.ID($0), userID: nil, title: "Title \($0)", body: "Words.") }
    var driver = ReaderDriver(.stub(posts, flags: .live(database: .memory())), size: Size(width: width, height: 40))
    try await driver.wait { $0[2].contains("Title 1") && $0[1].contains("live") }
    try await driver.press(.enter, .tab) { shows(1, $0) && isListFocused($0) && $0[2].hasPrefix(" ›    ") }
    driver.recording.press("j")
    let step = try #require(await driver.recording.nextWrite())
    #expect(step.utf8.count <= 200, "\(step.utf8.count): \(step.debugDescription)")
    driver.write(step)
    #expect(driver.screen.text[3].hasPrefix(" › "))
    #expect(shows(1, driver.screen.text))
    try await driver.quit()
  }

  @Test func `the help describes the focused pane`() async throws {
    var driver = try await driver(size: Size(width: 120, height: 40))
    try await driver.press(.enter, until: { isPageFocused($0) })
    try await driver.press("?") { $0[0] == " Keys" && $0.contains { $0.contains("next post") } }
    try await driver.press(.escape, .tab, "?") { $0[0] == " Keys" && $0.contains { $0.contains("filter as you type") } }
    driver.recording.press(.escape)
    try await driver.quit()
  }
}
