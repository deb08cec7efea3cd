import AppCoordinator
import ComicDomain
import ComicsRepository
import DatabaseLive
import FlagsStoreLive
import Foundation
import PagedList
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

/// Tests of comics in the whole reader.
@Suite(.timeLimit(.minutes(5)))
struct AppCoordinatorComicsTests {
  func isPosts(_ screen: [String]) -> Bool { screen[1].hasPrefix(" Posts") && screen[1].contains("live") }

  func isComics(_ screen: [String]) -> Bool { screen[1].hasPrefix(" Comics") && screen[2].hasPrefix(" › 5") }

  private func driver(
    _ comics: ComicsRepository = .stub(flags: .live(database: .memory()))
  ) async throws -> ReaderDriver {
    var driver = ReaderDriver(comics: comics, size: Size(width: 80, height: 24))
    try await driver.wait(until: isPosts)
    return driver
  }

  @Test func `2 opens the comics, and a bookmark shows in the list, on the comic and among the bookmarked`()
    async throws
  {
    var driver = try await driver()
    try await driver.press("2", until: isComics)
    try await driver.press("b") { $0[2].hasPrefix(" › 5 ●★") && $0[23].contains("Bookmarked.") }
    try await driver.press(.enter) { $0[0].hasPrefix(" Comics › 5 ★") && $0[1] == "    Tide Table" }
    try await driver.press("n") { $0[0].hasPrefix(" Comics › 4") && !$0[0].contains("★") }
    try await driver.press("b") { $0[0].hasPrefix(" Comics › 4 ★") }
    try await driver.press(.escape) { $0[3].hasPrefix(" › 4  ★") }
    try await driver.press("B") { $0[1].hasPrefix(" Comics › Bookmarked") && $0[3].contains("5  ★") }
    try await driver.press("b") { !$0.contains { $0.contains("4  ★") } && $0[2].hasPrefix(" › 5  ★") }
    try await driver.press("z") { $0.contains { $0.contains("4  ★") } }
    try await driver.press("B") { $0[3].hasPrefix(" › 4  ★") }
    try await driver.quit("q")
  }

  @Test func `typing a number opens that comic from the list and from another comic`() async throws {
    var driver = try await driver()
    try await driver.press("2", until: isComics)
    try await driver.press("#", "4", .enter, "n") { $0[0].hasPrefix(" Comics › 2") && $0[1] == "    紙飛行機" }
    try await driver.press(":", "3", .enter) { $0.contains("    There is no comic 3.") }
    try await driver.press("p") { $0[0].hasPrefix(" Comics › 4") }
    try await driver.press(.escape) { $0[1].hasPrefix(" Comics") && $0[3].hasPrefix(" › 4") }
    try await driver.quit()
  }

  @Test func `a comic's picture appears once the terminal reports support, and disappears with the comic`() async throws
  {
    var driver = try await driver()
    driver.recording.send(.answer(Array("\u{1B}_Gi=31;OK\u{1B}\\".utf8)))
    try await driver.press("2", until: isComics)
    try await driver.press(.enter) { $0[0].hasPrefix(" Comics › 5") && $0.contains { $0.contains("Hover text") } }
    while driver.screen.pictures.isEmpty { driver.write(try #require(await driver.recording.nextWrite())) }
    #expect(driver.screen.text[4].isEmpty)
    #expect(driver.screen.pictures.map(\.row) == [4])
    try await driver.press("j") { $0[1].hasPrefix("    #5") || $0[1] == "    Tide Table" }
    try await driver.press("?") { $0[0] == " Keys" }
    #expect(driver.screen.pictures == [])
    try await driver.press(.escape) { $0[0].hasPrefix(" Comics › 5") }
    #expect(driver.screen.pictures.count == 1)
    #expect(driver.screen.sent.count == 1)
    try await driver.press(.escape, until: isComics)
    #expect(driver.screen.pictures == [])
    try await driver.quit("q")
  }

  @Test func `the comics section is prewarmed, without a refresh, after the first section appears`() async throws {
    let asked = Gate()
    var comics = ComicsRepository.stub()
    comics.list.prewarm = { try? await asked.pause() }
    comics.list.refresh = unexpected("refresh")
    let driver = try await driver(comics)
    // Other tasks wait for as long, and may begin before.
    let waking = Task { [clock = driver.clock] in
      while !Task.isCancelled {
        await clock.sleeping(for: .milliseconds(100))
        clock.advance(by: .milliseconds(100))
      }
    }
    await asked.arrived()
    waking.cancel()
    try await driver.quit("q")
  }

  @Test func `a random comic that arrives late opens in the comics section and covers no other section`() async throws {
    let found = Gate()
    let loaded = Gate()
    var comics = ComicsRepository.stub()
    comics.random = {
      try await found.pause()
      return Comic.ID(4)
    }
    comics.detail = { [detail = comics.detail] id in
      try await loaded.pause()
      return try await detail(id)
    }
    var driver = try await driver(comics)
    try await driver.press("2", until: isComics)
    driver.recording.press("x")
    await found.arrived()
    try await driver.press("1", until: isPosts)
    await found.open()
    await loaded.open()
    try await driver.press("j") { isPosts($0) && $0[3].isSelected("紙の地図") }
    try await driver.press("2") { $0[0].hasPrefix(" Comics › 4") }
    try await driver.press(.escape) { $0[1].hasPrefix(" Comics") && $0[3].hasPrefix(" › 4") }
    try await driver.quit("q")
  }
}
