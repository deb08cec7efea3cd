import AppCoordinator
import ContentService
import DatabaseLive
import NetworkClient
import Observed
import PositionsStore
import PositionsStoreLive
import PostsRepository
import Rendering
import Screen
import Settings
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

/// Tests of the sections in the whole reader: the last one is restored, and each keeps its position.
@Suite(.timeLimit(.minutes(5)))
struct SectionTests {
  func isList(_ screen: [String]) -> Bool { screen[2].isSelected("The lamp room") && screen[1].contains("live") }

  func isFetch(_ screen: [String]) -> Bool { screen[1].hasPrefix(" Fetch") }

  @Test func `4 opens Fetch with the saved code and count, without the network`() async throws {
    var driver = ReaderDriver(content: ContentService(fetchCurrentResponseCode: unexpected("fetch")))
    try await driver.wait(until: isList)
    try await driver.press("4") { isFetch($0) && $0.contains { $0.contains("fetched 4 times") } }
    #expect(
      driver.screen.text == [
        "  1 Posts  2 Comics  3 To-dos  4 Fetch",
        " Fetch                                          http://host",
        "            5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570",
        "                      fetched 4 times",
        "",
        "                         [ Fetch ]",
        "",
        "",
        " Enter to fetch.           ? help  ↵ fetch  y copy  q quit",
      ])
    try await driver.quit("q")
  }

  @Test func `Enter fetches a code, and y copies it`() async throws {
    var driver = ReaderDriver()
    try await driver.wait(until: isList)
    try await driver.press(.shift(.tab), until: isFetch)
    try await driver.press(.enter) { $0.contains { $0.contains("fetched 5 times") } }
    driver.recording.press("y")
    try await driver.wait { $0[8].contains("Copied.") }
    driver.clock.advance(by: .milliseconds(300))
    try await driver.press("f") { !$0[8].contains("Copied.") }
    driver.recording.press(.control("c"))
    #expect(try await driver.ended() == .quit)
  }

  @Test func `a failed fetch shows one sentence in the section and in the recent errors`() async throws {
    var driver = ReaderDriver(
      content: .failing(NetworkClient.Error.unreachable(.refused)), size: Size(width: 80, height: 14))
    try await driver.wait(until: isList)
    try await driver.press("4", .enter) { $0.contains { $0.contains("Connection refused: http://host.") } }
    #expect(driver.screen.text.contains { $0.contains("fetched 4 times") })
    try await driver.press("!") {
      $0[1].hasPrefix("  - Connection refused: http://host. Start the server,")
    }
    driver.recording.press("q", "q")
    #expect(try await driver.ended() == .quit)
  }

  @Test func `each section restores its selected row and handles only its own keys`() async throws {
    var driver = ReaderDriver()
    try await driver.wait(until: isList)
    try await driver.press("j") { $0[3].isSelected("紙の地図") }
    try await driver.press(.shift(.tab), until: isFetch)
    try await driver.press("j", .tab) { $0[3].isSelected("紙の地図") }
    try await driver.press("4", "1", .enter) { $0[1] == " 紙の地図を折りたたむ方法" }
    try await driver.quit()
  }

  @Test func `an open post is still open after a visit to another section`() async throws {
    var driver = ReaderDriver(size: Size(width: 60, height: 30))
    func isPost(_ screen: [String]) -> Bool { screen[0].hasPrefix(" Posts › 2") && screen[0].contains("live") }
    try await driver.wait(until: isList)
    try await driver.press("j", .enter, until: isPost)
    for (away, back) in [(Key("4"), Key("1")), (.shift(.tab), .tab)] {
      try await driver.press(away, until: isFetch)
      try await driver.press(back, until: isPost)
    }
    try await driver.press("?", "/", "f", "t", "-", "t", .enter) { $0.contains { $0.contains("Shift-Tab") } }
    try await driver.press(.escape, .escape, until: isPost)
    try await driver.press("4", "f") { $0.contains { $0.contains("fetched 5 times") } }
    try await driver.press("1", "1", .escape) { $0[3].isSelected("紙の地図") }
    try await driver.press("4", until: isFetch)
    try await driver.press("1") { $0[3].isSelected("紙の地図") }
    try await driver.quit("q")
  }

  @Test func `quitting makes the screens of every section disappear once, also those not shown`() async throws {
    let told = CallRecorder<String>()
    @Sendable func screen(_ name: String, parts: Screen.Parts = .whole, onEnter: @escaping @Sendable () -> Void = {})
      -> Screen
    {
      Screen(
        frame: { Frame([Line(name)], size: $0) }, appear: {},
        disappear: { told.record(name) },
        react: { event, _ in
          if event == .key(.enter) { onEnter() }
          return event == .key(.enter) ? .handled : .ignored
        }, parts: parts, help: { [] })
    }
    let part = Observed(0)
    let parts = Screen.Parts(
      shown: { part.value },
      turn: { event, _ in
        guard event == .key(.tab) else { return false }
        part.update { $0 += 1 }
        return true
      }, help: { [] })
    let recording = RecordingTerminal(size: Size(width: 30, height: 5))
    let coordinator = AppCoordinator(terminal: recording.terminal) { navigator in
      screen("first", parts: parts) { navigator.push(screen("above")) }
    }
    let run = Task { try await coordinator.run() }
    recording.press(.enter, .tab, "q")
    #expect(try await run.value == .quit)
    #expect(Set(told.all) == ["first", "above"])
    #expect(told.all.count == 2)
  }

  @Test func `the help lists the section's keys and the keys that switch sections`() async throws {
    var driver = ReaderDriver(size: Size(width: 80, height: 40))
    try await driver.wait(until: isList)
    try await driver.press("4", until: isFetch)
    try await driver.press("?") { $0[0] == " Keys" }
    for keys in ["Enter, f", "1–9", "Shift-Tab"] { #expect(driver.screen.text.contains { $0.contains(keys) }) }
    driver.recording.press("Q", "Q")
    #expect(try await driver.ended() == .quit)
  }

  @Test(arguments: [(1, 1), (2, 1), (1, 5), (19, 10), (20, 3), (20, 4), (40, 10), (120, 40), (300, 100)])
  func `every size is drawn without a wrapped or torn line`(width: Int, height: Int) async throws {
    var driver = ReaderDriver()
    try await driver.wait(until: isList)
    try await driver.press("4") { isFetch($0) && $0.contains { $0.contains("fetched 4 times") } }
    let isTooSmall = width < 20 || height < 4
    try await driver.resize(to: Size(width: width, height: height)) {
      isTooSmall ? $0[0].hasPrefix("T") : $0[1].hasPrefix(" Fetch")
    }
    #expect(driver.screen.complaints == [])
    try await driver.quit("q")
  }

  @Test func `the chosen sections are shown in their order, and an open post stays in its own section`() async throws {
    var driver = ReaderDriver(sections: [.todos, .posts])
    try await driver.wait { $0[0] == "  1 To-dos  2 Posts" && $0[1].hasPrefix(" To-dos") }
    try await driver.press("2") { $0[2].isSelected("The lamp room") }
    try await driver.press(.enter) { $0[0].hasPrefix(" Posts › 1") || $0[1].hasPrefix(" Posts › 1") }
    try await driver.press("1") { $0[1].hasPrefix(" To-dos") }
    try await driver.press("2") { $0.contains { $0.hasPrefix(" Posts › 1") } }
    try await driver.quit(.control("c"))
  }

  @Test func `a single section has no line of section names`() async throws {
    var driver = ReaderDriver(sections: [.fetch])
    try await driver.wait { $0[0].hasPrefix(" Fetch") && $0[0].hasSuffix("http://host") }
    try await driver.quit("q")
  }

  @Test(arguments: [false, nil]) func `the other sections appear unless the server turns out to be a feed`(
    isFeed: Bool?
  ) async throws {
    var driver = ReaderDriver(sections: [.posts], others: [.comics, .fetch], isFeed: isFeed)
    try await driver.wait { $0[0] == "  1 Posts  2 Comics  3 Fetch" && isList($0) }
    try await driver.press("3", until: isFetch)
    try await driver.quit("q")
  }

  @Test func `the reader of a single feed shows no other sections`() async throws {
    var driver = ReaderDriver(sections: [.posts], others: [.comics, .fetch], isFeed: true)
    try await driver.wait { $0[1].isSelected("The lamp room") && $0[0].contains("live") }
    try await driver.press("3", "j") { $0[2].isSelected("") && !$0[1].isSelected("The lamp") }
    #expect(driver.screen.text[0].hasPrefix(" Posts"))
    try await driver.quit("q")
  }

  @Test func `the last section is restored at once, even when the server fails`() async throws {
    let positions = PositionsStore.live(database: .memory())
    var driver = ReaderDriver(positions: positions, sections: [.posts], others: [.comics, .fetch])
    try await driver.wait { $0[0] == "  1 Posts  2 Comics  3 Fetch" && isList($0) }
    try await driver.press("3", until: isFetch)
    try await driver.quit()
    driver = ReaderDriver(
      .failing(NetworkClient.Error.rejected(status: 500)), positions: positions, sections: [.posts],
      others: [.comics, .fetch], isFeed: nil)
    try await driver.wait(until: isFetch)
    try await driver.quit()
  }

  @Test func `the first section is shown when the saved one is no longer configured`() async throws {
    let positions = PositionsStore.live(database: .memory())
    var before = ReaderDriver(positions: positions)
    try await before.wait(until: isList)
    try await before.press("4", until: isFetch)
    before.recording.press("q")
    _ = try await before.ended()
    var driver = ReaderDriver(positions: positions, sections: [.posts, .todos])
    try await driver.wait { $0[0] == "  1 Posts  2 To-dos" && isList($0) }
    try await driver.quit("q")
  }

  @Test func `a server on the command line is shown first, before the subscriptions`() async throws {
    let positions = PositionsStore.live(database: .memory())
    var settings = ReaderDriver.settings
    var before = ReaderDriver(positions: positions, sections: [.feeds, .posts], settings: settings)
    try await before.wait { $0[1].hasPrefix(" Feeds") }
    before.recording.press("Q")
    #expect(try await before.ended() == .quit)
    try settings.read(options: ["--server": "http://host"], server: nil, environment: [:])
    var driver = ReaderDriver(positions: positions, sections: [.feeds, .posts], settings: settings)
    try await driver.wait { $0[0] == "  1 Feeds  2 Posts" && $0[1].hasPrefix(" ") }
    #expect(driver.screen.text[1].hasPrefix(" Posts"))
    try await driver.quit()
  }

  @Test func `saved data is trimmed once, after the reader has been open for a minute`() async throws {
    let (made, making) = AsyncStream.makeStream(of: Void.self)
    let times = CallRecorder<Int>()
    var driver = ReaderDriver(tidy: {
      times.record(1)
      making.yield()
    })
    try await driver.wait(until: isList)
    // The minute starts after the 100 ms in which the screen appears.
    await driver.clock.sleeping(for: .milliseconds(100))
    driver.clock.advance(by: .milliseconds(100))
    await driver.clock.sleeping(for: .seconds(60))
    driver.clock.advance(by: .seconds(59))
    await driver.clock.sleeping(for: .seconds(1))
    #expect(times.all.count == 0)
    driver.clock.advance(by: .seconds(1))
    for await _ in made { break }
    driver.clock.advance(by: .seconds(600))
    try await driver.quit(.control("c"))
    #expect(times.all.count == 1)
  }
}
