import AppCoordinator
import CachedResource
import ComicsRepository
import ContentService
import Database
import Foundation
import NetworkClient
import Observed
import PostDomain
import PostsRepository
import Repositories
import ResponseCodeStore
import Screen
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AppCoordinatorTests {
  static let list = [
    "  1 Posts  2 Comics  3 To-dos  4 Fetch",
    " Posts  3 unread                                       live",
    " › ●  The lamp room at four in the morning",
    "   ●  紙の地図を折りたたむ方法",
    "   ●  A radio repaired with a pencil and patience 📻",
    "", "", "",
    " 1/3            ? help  ↵ open  / filter  q quit  r reload",
  ]

  func isList(_ screen: [String]) -> Bool { screen[2].isSelected("The lamp room") && screen[1].contains("live") }

  @Test func `Enter opens the selected post, Esc returns to its row, and q quits`() async throws {
    var driver = ReaderDriver()
    try await driver.wait(until: isList)
    #expect(driver.screen.text[2...8] == Self.list[2...8])
    try await driver.press("j", .enter) { $0[1] == " 紙の地図を折りたたむ方法" && $0[2].contains("森 千夏") }
    #expect(driver.screen.text[2] == " 森 千夏 · no comments")
    try await driver.press(.escape) { $0[3].isSelected("紙の地図") }
    try await driver.quit("q")
  }

  @Test func `n and Right open the neighbouring posts, and the list selects the last one shown`() async throws {
    var driver = ReaderDriver()
    try await driver.wait(until: isList)
    try await driver.press(.enter) { $0[1].contains("The lamp room") }
    try await driver.press(.right) { $0[1].contains("紙の地図") }
    try await driver.press("n") { $0[1].contains("A radio repaired") }
    try await driver.press("l") { $0[8].contains("The list ends here.") }
    try await driver.press("q") { $0[4].isSelected("A radio") }
    try await driver.quit()
  }

  @Test func `a filter takes every typed key, including those that quit and open the help`() async throws {
    var driver = ReaderDriver()
    try await driver.wait(until: isList)
    try await driver.press("/", "q", "?") { $0[8].contains("/q?") && $0[3].contains("No match for “q?”.") }
    try await driver.press(.backspace, .backspace, "r", "a", "d") { $0[2].isSelected("A radio") }
    try await driver.press(.enter) { $0[8].contains("/rad") && $0[8].contains("1/1") }
    try await driver.press(.escape) { $0[2].isSelected("The lamp room") && $0[4].contains("radio") }
    try await driver.quit(.control("c"))
  }

  @Test func `text pasted into the filter is inserted as text and never handled as keys`() async throws {
    var driver = ReaderDriver()
    try await driver.wait(until: isList)
    driver.recording.press("/")
    driver.recording.send(.paste("LAMP q\u{1b}Q\nsecond line"))
    try await driver.wait { $0[8].contains("/LAMP q␛Q") }
    try await driver.quit(.control("c"))
  }

  @Test func `the help lists the keys of this screen, and Esc closes it`() async throws {
    var driver = ReaderDriver(size: Size(width: 80, height: 70))
    try await driver.wait(until: isList)
    try await driver.press("?") { $0[0] == " Keys" }
    #expect(driver.screen.text.contains { $0.contains("j, Down") && $0.contains("down") })
    #expect(driver.screen.text.contains { $0.contains("ctrl-z") && $0.contains("suspend") })
    try await driver.press(.escape, until: isList)
    try await driver.press(.enter, "?") { screen in screen.contains { $0.contains("next post") } }
    driver.recording.press("Q", "Q")
    #expect(try await driver.ended() == .quit)
  }

  @Test(arguments: [40, 30, 20])
  func `the help wraps its lines on a narrow screen instead of cutting them`(width: Int) async throws {
    var driver = ReaderDriver(size: Size(width: width, height: 160))
    try await driver.wait(until: isList)
    try await driver.press("?") { $0[0] == " Keys" }
    let words = driver.screen.text.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(words.contains("G, End last, loading the rest first"))
    #expect(words.contains("click select, and again to open; press a key hint; go back by the path"))
    driver.recording.press("Q", "Q")
    #expect(try await driver.ended() == .quit)
  }

  @Test func `a failed load shows one line on the screen, and the recent errors add advice`() async throws {
    let error = NoCachedCopy(failure: NetworkClient.Error.unreachable(.refused))
    var driver = ReaderDriver(.failing(error), size: Size(width: 80, height: 12))
    try await driver.wait { screen in screen.contains { $0.contains("Connection refused: http://host.") } }
    #expect(driver.screen.text.contains { $0.contains("[ Load ]") })
    #expect(driver.screen.text.contains { $0.contains("Nothing to show.") })
    try await driver.press("!") {
      $0[1].hasPrefix("  - Connection refused: http://host. Start the server,")
    }
    driver.recording.press("q", "q")
    #expect(try await driver.ended() == .quit)
  }

  @Test func `a click selects a row, a second click opens it, and the wheel moves the selection`() async throws {
    var driver = ReaderDriver()
    try await driver.wait(until: isList)
    driver.recording.send(.mouse(.init(.press, column: 5, row: 3)))
    try await driver.wait { $0[3].isSelected("紙の地図") }
    driver.recording.send(.mouse(.init(.scrollDown, column: 5, row: 3)))
    try await driver.wait { $0[4].isSelected("A radio") }
    driver.recording.send(.mouse(.init(.press, column: 5, row: 4)))
    try await driver.wait { $0[1].contains("A radio repaired") && $0[0].contains("Posts › 3") }
    try await driver.quit()
  }

  @Test(arguments: [(1, 1), (2, 1), (1, 5), (19, 10), (20, 3), (300, 100), (40, 10), (120, 40), (20, 4)])
  func `every size is drawn without a wrapped or torn line`(width: Int, height: Int) async throws {
    var driver = ReaderDriver()
    try await driver.wait(until: isList)
    let isTooSmall = width < 20 || height < 4
    try await driver.resize(to: Size(width: width, height: height)) {
      isTooSmall ? $0[0].hasPrefix("T") : $0[2].isSelected("The lamp room")
    }
    #expect(driver.screen.complaints == [])
    try await driver.quit("q")
  }

  @Test func `ctrl-z suspends, and everything is drawn anew afterwards`() async throws {
    var driver = ReaderDriver()
    try await driver.wait(until: isList)
    driver.recording.press(.control("z"))
    while let call = await driver.recording.next(), call != .suspend {}
    driver.clear()
    try await driver.wait(until: isList)
    try await driver.quit("q")
  }

  @Test(arguments: [Terminal.Termination.terminate, .hangup, .interrupt, .quit])
  func `a termination signal ends the reader, which leaves the terminal`(termination: Terminal.Termination) async throws
  {
    var driver = ReaderDriver()
    try await driver.wait(until: isList)
    driver.recording.send(.terminated(termination))
    #expect(try await driver.ended() == .terminated(termination))
    var last: RecordingTerminal.Call?
    while let call = await driver.recording.next() { last = call }
    #expect(last == .leave)
  }

  @Test func `a terminal that hangs up ends the reader`() async throws {
    var driver = ReaderDriver()
    try await driver.wait(until: isList)
    driver.recording.hangUp()
    #expect(try await driver.ended() == .terminated(.hangup))
  }

  @Test func `a damaged cache that was replaced is announced, and its new name is among the errors`() async throws {
    let damagedCache = Observed<String?>(nil)
    var driver = ReaderDriver(size: Size(width: 90, height: 9), damagedCache: damagedCache)
    try await driver.wait(until: isList)
    damagedCache.replace(with: "/c/x.db.damaged")
    try await driver.wait { $0[8].contains("The saved copy was damaged; S saves everything again, ! says more.") }
    try await driver.press("!") { rows in
      rows.contains { $0.contains("The saved copy was damaged; it is /c/x.db.damaged now, and a new one is begun.") }
    }
    try await driver.press(.escape, until: isList)
    try await driver.quit("q")
  }

  @Test func `a cache that cannot be saved any more is announced once`() async throws {
    let failure = Observed<(any Error)?>(nil)
    var driver = ReaderDriver(size: Size(width: 90, height: 9), cacheFailure: failure)
    try await driver.wait(until: isList)
    failure.replace(with: DatabaseError.noSpace)
    let notice = "Cannot save: disk full. What is loaded stays until you quit."
    try await driver.wait { $0[8].contains(notice) }
    try await driver.press("!") { rows in rows.count { $0.contains(notice) } == 1 }
    try await driver.press(.escape, until: isList)
    try await driver.quit("q")
  }

  @Test func `running without a terminal throws notATerminal`() async {
    await #expect(throws: Terminal.Error.notATerminal) {
      try await AppCoordinator.reader(
        on: .failing(), .stub, ReaderDriver.settings, environment: .stub(clock: ImmediateClock())
      ).run()
    }
  }

  @Test func `copying writes to the clipboard`() async throws {
    var driver = ReaderDriver()
    try await driver.wait(until: isList)
    driver.recording.press("Y")
    let base64 = Data("The lamp room at four in the morning".utf8).base64EncodedString()
    while let text = await driver.recording.nextWrite(), !text.contains("]52;c;\(base64)") { driver.write(text) }
    try await driver.wait { $0[8].contains("Copied: The lamp") }
    try await driver.quit("q")
  }

  @Test func `one step in a long list writes at most 200 bytes, and a burst of keys selects the right row`()
    async throws
  {
    var driver = ReaderDriver(
      .stub((1...500).map { Post(id: Post.ID($0), userID: nil, title: "Title \($0)", body: "") }))
    try await driver.wait { $0[1].hasSuffix(" live") && $0[2].contains("Title 1") }
    driver.recording.press("j")
    let step = try #require(await driver.recording.nextWrite())
    #expect(step.utf8.count <= 200, "\(step.debugDescription)")
    driver.write(step)
    for _ in 0..<200 { driver.recording.press("j") }
    try await driver.wait { screen in screen.contains { $0.isSelected("Title 202") } }
    try await driver.quit("q")
  }
}
