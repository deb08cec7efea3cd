import AppCoordinator
import Screen
import Settings
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

/// Tests of the panels with the help and the recent errors.
@Suite(.timeLimit(.minutes(5)))
struct OverlayTests {
  func isList(_ screen: [String]) -> Bool { screen[2].isSelected("The lamp room") && screen[1].contains("live") }

  @Test(arguments: [("G", "g"), (.end, .home), (.pageDown, .pageUp), ("j", "k")] as [(Key, Key)])
  func `the help scrolls with the keys that scroll elsewhere`(down: Key, up: Key) async throws {
    var driver = ReaderDriver()
    try await driver.wait(until: isList)
    try await driver.press("?") { $0[0] == " Keys" }
    let top = driver.screen.text
    try await driver.press(down) { $0[0] == " Keys" && $0[1] != top[1] }
    if down == "G" { #expect(driver.screen.text[7].contains("copy the response code")) }
    try await driver.press(up) { $0 == top }
    driver.recording.press(.escape, "q")
    #expect(try await driver.ended() == .quit)
  }

  @Test func `the help shows the same key at the top after the width has changed, and at the first width again`()
    async throws
  {
    let wide = Size(width: 100, height: 20)
    var driver = ReaderDriver(size: wide)
    try await driver.wait(until: isList)
    try await driver.press("?") { $0[0] == " Keys" }
    try await driver.press(.pageDown, "j", "j") { $0[0] == " Keys" && $0[1].hasPrefix("  ") }
    let top = driver.screen.text[1]
    let key = try #require(top.split(separator: " ").first)
    try await driver.resize(to: Size(width: 30, height: 20)) { $0[1].split(separator: " ").first == key }
    try await driver.resize(to: wide) { $0[1] == top }
    try await driver.press("j", "k") { $0[1] == top }
    driver.recording.press(.escape, "q")
    #expect(try await driver.ended() == .quit)
  }

  @Test(arguments: [Key.escape, "q", "?", .function(1), .backspace, .enter])
  func `every closing key closes the help and the recent errors`(key: Key) async throws {
    for overlay: Key in ["?", "!"] {
      var driver = ReaderDriver()
      try await driver.wait(until: isList)
      try await driver.press(overlay) { $0[0] == " Keys" || $0[0] == " Recent errors" }
      try await driver.press(key, until: isList)
      driver.recording.press("q")
      #expect(try await driver.ended() == .quit)
    }
  }

  @Test func `other keys change neither the help nor the screen below it`() async throws {
    var driver = ReaderDriver(size: Size(width: 60, height: 40))
    try await driver.wait(until: isList)
    try await driver.press("?") { $0[0] == " Keys" }
    try await driver.press("2", .tab, "r", "x", .control("l")) { $0[0] == " Keys" }
    try await driver.press("!") { $0[0] == " Recent errors" }
    try await driver.press(.escape, until: isList)
    try await driver.quit("q")
  }

  @Test(arguments: ["?", "!"] as [Key])
  func `Q quits from the help and from the recent errors`(overlay: Key) async throws {
    var driver = ReaderDriver()
    try await driver.wait(until: isList)
    try await driver.press(overlay) { $0[0] == " Keys" || $0[0] == " Recent errors" }
    try await driver.quit()
  }

  @Test func `the help lists only the keys of the available sections`() async throws {
    var driver = ReaderDriver(size: Size(width: 100, height: 140), sections: [.feeds])
    try await driver.press("?") { $0[0] == " Keys" && $0.contains(" Everywhere") }
    let headings = driver.screen.text.filter { $0.hasPrefix(" ") && !$0.hasPrefix("  ") }
    #expect(
      headings.dropFirst() == [
        " On this screen", " Moving", " While typing", " Everywhere", " On the list of posts",
        " On the list of posts, while typing", " On the posts of a feed", " On a post",
      ])
    try await driver.press("/", "c", "o", "m", "i", "c") { $0[1].contains("No match") }
    try await driver.press(.escape, .escape) { $0[0].hasPrefix(" Feeds") }
    try await driver.quit("q")
    driver = ReaderDriver(size: Size(width: 100, height: 140), sections: [.posts], others: [.comics, .fetch])
    try await driver.wait { $0[0] == "  1 Posts  2 Comics  3 Fetch" }
    try await driver.press("?", "/", "c", "o", "m", "i", "c") { $0[1] == " On the list of comics" }
    driver.recording.press("Q", "Q", .escape, .escape, "Q")
    #expect(try await driver.ended() == .quit)
  }

  @Test func `the keys of typing are in sections of their own`() throws {
    let sections = AppCoordinator.keys
    let typing = sections.filter { $0.keys.contains { $0.group == .typing } }
    #expect(typing.map(\.title) == ["On every list, while typing", "On the list of posts, while typing"])
    #expect(
      typing.map { $0.keys.map(\.keys) } == [["letters", "Enter", "Esc", "Up", "ctrl-w, ctrl-u"], ["Tab"]])
  }

  @Test func `the help groups its keys, this screen first, and narrows them while the user types`() async throws {
    var driver = ReaderDriver(size: Size(width: 100, height: 60))
    try await driver.wait(until: isList)
    try await driver.press("?") { $0[0] == " Keys" }
    let headings = driver.screen.text.filter { $0.hasPrefix(" ") && !$0.hasPrefix("  ") }
    #expect(
      headings.prefix(6) == [" Keys", " On this screen", " Moving", " While typing", " Sections", " Everywhere"])
    try await driver.press("/", "Q", "U", "i", "t") {
      $0[1] == " Everywhere" && $0[2].contains("quit;") && $0[3].isEmpty
    }
    #expect(driver.screen.text[59].hasPrefix(" /QUit"))
    try await driver.press("!", "x") { $0[1] == "  No match for “QUit!x”." }
    try await driver.press(.escape) { $0[1] == " On this screen" }
    try await driver.press("/", "p", "a", "g", "e", .enter) { $0[59].contains("/page") && $0[1] == " Moving" }
    try await driver.press(.escape) { $0[1] == " On this screen" }
    // The keys of other screens are further down.
    try await driver.press("/", "c", "o", "m", "m", "e", "n", "t", .enter) {
      $0[1] == " On a post" && $0[2].contains("the comments, and back") && $0[3].isEmpty
    }
    try await driver.press(.escape) { $0[1] == " On this screen" }
    try await driver.press(.escape, until: isList)
    try await driver.quit("q")
  }
}
