import AppCoordinator
import ComicsRepository
import NetworkClient
import PagedList
import PostDomain
import PostsRepository
import Settings
import Sync
import Terminal
import TerminalTestSupport
import TestSupport
import Testing
import TodoDomain
import TodosRepository

/// Tests of downloading everything while the reader is in use.
@Suite(.timeLimit(.minutes(5)))
struct BackgroundSyncTests {
  private func isList(_ screen: [String]) -> Bool { screen[1].contains("live") }
  private func bottom(_ screen: [String]) -> String { screen[screen.count - 1] }

  /// Returns the sample posts, whose authors and comments arrive when the gate opens.
  private func posts(_ gate: Gate) -> PostsRepository {
    var posts = PostsRepository.stub()
    posts.download.item = { _ in try await gate.pause() }
    return posts
  }

  @Test func `S syncs everything and shows the progress and the result, which a key clears after two seconds`()
    async throws
  {
    let gate = Gate()
    var driver = ReaderDriver(posts(gate), size: Size(width: 100, height: 9))
    try await driver.wait(until: isList)
    try await driver.press("S") { bottom($0).contains("syncing: posts ") && bottom($0).contains("? help  ↵ open") }
    try await driver.press("j") { bottom($0).hasPrefix(" 2/3 ") && bottom($0).contains("syncing: posts ") }
    try await driver.press(.enter) { $0[0].hasPrefix(" Posts › 2") && bottom($0).contains("syncing: ") }
    for _ in [Post].samples { await gate.open() }
    try await driver.wait { bottom($0).contains("Synced: 3 posts, 4 comics, 4 to-dos.") }
    // A key within two seconds does not clear the result, because the user may not have read it yet.
    driver.clock.advance(by: .milliseconds(1_999))
    try await driver.press("n") { $0[0].hasPrefix(" Posts › 3") && bottom($0).contains("Synced: 3 posts") }
    driver.clock.advance(by: .milliseconds(1))
    try await driver.press("j") { !bottom($0).contains("Synced") }
    try await driver.quit()
  }

  @Test func `the result of a second sync stays as long as that of the first`() async throws {
    var driver = ReaderDriver(size: Size(width: 100, height: 9))
    try await driver.wait(until: isList)
    for _ in 1...2 {
      try await driver.press("S") { bottom($0).contains("Synced: 3 posts") }
      try await driver.press("j") { bottom($0).hasPrefix(" 2/3 ") && bottom($0).contains("Synced: 3 posts") }
      driver.clock.advance(by: .seconds(2))
      try await driver.press("k") { bottom($0).hasPrefix(" 1/3 ") && !bottom($0).contains("Synced") }
    }
    try await driver.quit()
  }

  @Test func `S syncs only the sections that the reader shows`() async throws {
    var todos = TodosRepository.stub()
    todos.deliver = unexpected("deliver")
    todos.list = { _ in .failing(NetworkClient.Error.unreachable(.refused)) }
    var driver = ReaderDriver(
      comics: .failing(NetworkClient.Error.unreachable(.refused)), todos: todos, size: Size(width: 100, height: 9),
      sections: [.fetch, .posts])
    try await driver.wait { $0[1].contains("Fetch") }
    try await driver.press("S") { bottom($0).contains("Synced: 3 posts. ") }
    try await driver.quit()
  }

  @Test func `S reports that there is nothing to sync when no section can be synced`() async throws {
    var driver = ReaderDriver(
      .failing(NetworkClient.Error.unreachable(.refused)), size: Size(width: 100, height: 9), sections: [.fetch])
    try await driver.wait { $0[0].contains("Fetch") }
    try await driver.press("S") { bottom($0).contains("There is nothing to sync.") }
    try await driver.quit()
  }

  @Test func `pressing S again stops the sync without an error, and says that saved data stays`() async throws {
    let gate = Gate()
    var driver = ReaderDriver(posts(gate), size: Size(width: 100, height: 9))
    try await driver.wait(until: isList)
    try await driver.press("S") { bottom($0).contains("syncing") }
    await gate.arrived()
    try await driver.press("S") { bottom($0).contains("Sync stopped; what is saved stays.") }
    try await driver.press("!") { $0[1] == "  No errors." }
    try await driver.quit()
  }

  @Test func `a stopped sync can start again, and quitting the reader cancels it`() async throws {
    let gate = Gate()
    let (cancelled, told) = AsyncStream.makeStream(of: Void.self)
    var posts = posts(gate)
    posts.download.item = { _ in
      do { try await gate.pause() } catch {
        told.yield()
        throw error
      }
    }
    var driver = ReaderDriver(posts, size: Size(width: 100, height: 9))
    try await driver.wait(until: isList)
    var ends = cancelled.makeAsyncIterator()
    for _ in 1...2 {
      try await driver.press("S") { bottom($0).contains("syncing") }
      await gate.arrived()
      try await driver.press("S") { bottom($0).contains("Sync stopped") }
      for _ in [Post].samples { _ = await ends.next() }
    }
    try await driver.press("S") { bottom($0).contains("syncing") }
    await gate.arrived()
    try await driver.quit()
    for _ in [Post].samples { _ = await ends.next() }
  }

  @Test func `an incomplete sync says so, and the recent errors show the reason`() async throws {
    var posts = PostsRepository.stub()
    posts.download.item = { if $0.text == "2" { throw NetworkClient.Error.rejected(status: 500) } }
    var driver = ReaderDriver(posts, size: Size(width: 100, height: 9))
    try await driver.wait(until: isList)
    try await driver.press("S") { bottom($0).contains("Not everything could be synced; ! says why.") }
    try await driver.press("!") { $0[1] == "  - Post 2: server error (500): http://host." }
    try await driver.quit()
  }

  @Test func `a refused edit and one that waits for the server's list are among the recent errors`() async throws {
    let refused = TodoItem([Todo].samples[2], refusal: TodoRefusal(status: 404))
    var todos = TodosRepository.stub()
    todos.deliver = { TodoDelivery(refused: [refused], waiting: 1, failure: TodoDeliverySettling()) }
    var driver = ReaderDriver(todos: todos, size: Size(width: 100, height: 9))
    try await driver.wait(until: isList)
    try await driver.press("S") { bottom($0).contains("Not everything could be synced; ! says why.") }
    try await driver.press("!") { frame in
      frame[1].hasPrefix("  - To-dos: an addition was sent, and ")
        && frame.contains { $0.hasPrefix("  - Wind the lighthouse: it is gone from the server.") }
    }
    try await driver.quit()
  }

  @Test func `a section's sync failure names the server of that section`() async throws {
    let down = NetworkClient.Error.unreachable(.refused)
    var driver = ReaderDriver(comics: .failing(down), size: Size(width: 100, height: 9))
    try await driver.wait(until: isList)
    try await driver.press("S") { bottom($0).contains("Not everything could be synced") }
    try await driver.press("!") {
      $0[1].hasPrefix("  - Comics: connection refused: http://comics; the rest was not downloaded. ")
    }
    try await driver.quit()
  }

  @Test func `with two panes the progress of a sync is shortened to fit below the list, its result displaces hints`()
    async throws
  {
    let gate = Gate()
    var driver = ReaderDriver(posts(gate), size: Size(width: 120, height: 9), rests: true)
    try await driver.wait { $0[0].contains("│ Posts › 1") && $0[0].hasSuffix("live") }
    try await driver.press("S") { bottom($0).contains("  syncing…  ? help  ↵ open ") && bottom($0).contains("│ top") }
    await gate.arrived()
    try await driver.press("S") { bottom($0).contains("  Sync stopped; what is saved stays. ") }
    try await driver.quit()
  }
}
