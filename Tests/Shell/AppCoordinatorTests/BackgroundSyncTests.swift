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
import TestClocks
import TestSupport
import Testing
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

  private func quit(_ desk: Desk) async throws {
    desk.recording.press("Q")
    #expect(try await desk.ended() == .quit)
    #expect(desk.screen.complaints == [])
  }

  @Test func `S gets everything, says how far it is and what came of it, until a key when that was read`() async throws
  {
    let gate = Gate()
    var desk = Desk(posts(gate), size: Size(width: 100, height: 9))
    try await desk.wait(until: isList)
    try await desk.press("S") { bottom($0).contains("syncing: posts ") && bottom($0).contains("? help  ↵ open") }
    try await desk.press("j") { bottom($0).hasPrefix(" 2/3 ") && bottom($0).contains("syncing: posts ") }
    try await desk.press(.enter) { $0[0].hasPrefix(" Posts › 2") && bottom($0).contains("syncing: ") }
    for _ in [Post].samples { await gate.open() }
    try await desk.wait { bottom($0).contains("Synced: 3 posts, 4 comics, 4 to-dos.") }
    // A key within two seconds does not clear the result, because the user may not have read it yet.
    desk.clock.advance(by: .milliseconds(1_999))
    try await desk.press("n") { $0[0].hasPrefix(" Posts › 3") && bottom($0).contains("Synced: 3 posts") }
    desk.clock.advance(by: .milliseconds(1))
    try await desk.press("j") { !bottom($0).contains("Synced") }
    try await quit(desk)
  }

  @Test func `what came of a second one stays as long as what came of the first`() async throws {
    var desk = Desk(size: Size(width: 100, height: 9))
    try await desk.wait(until: isList)
    for _ in 1...2 {
      try await desk.press("S") { bottom($0).contains("Synced: 3 posts") }
      try await desk.press("j") { bottom($0).hasPrefix(" 2/3 ") && bottom($0).contains("Synced: 3 posts") }
      desk.clock.advance(by: .seconds(2))
      try await desk.press("k") { bottom($0).hasPrefix(" 1/3 ") && !bottom($0).contains("Synced") }
    }
    try await quit(desk)
  }

  @Test func `only the sections that are shown are asked for`() async throws {
    var todos = TodosRepository.stub()
    todos.deliver = unexpected("deliver")
    todos.list = { _ in .failing(NetworkClient.Error.unreachable(.refused)) }
    var desk = Desk(
      comics: .failing(NetworkClient.Error.unreachable(.refused)), todos: todos, size: Size(width: 100, height: 9),
      sections: [.fetch, .posts])
    try await desk.wait { $0[1].contains("Fetch") }
    try await desk.press("S") { bottom($0).contains("Synced: 3 posts. ") }
    try await quit(desk)
  }

  @Test func `where there is nothing to be had for later, S says so`() async throws {
    var desk = Desk(
      .failing(NetworkClient.Error.unreachable(.refused)), size: Size(width: 100, height: 9), sections: [.fetch])
    try await desk.wait { $0[0].contains("Fetch") }
    try await desk.press("S") { bottom($0).contains("There is nothing to sync.") }
    try await quit(desk)
  }

  @Test func `S again stops it, and what was saved stays`() async throws {
    let gate = Gate()
    var desk = Desk(posts(gate), size: Size(width: 100, height: 9))
    try await desk.wait(until: isList)
    try await desk.press("S") { bottom($0).contains("syncing") }
    await gate.arrived()
    try await desk.press("S") { bottom($0).contains("Sync stopped; what is saved stays.") }
    try await desk.press("!") { $0[1] == "  No errors." }
    try await quit(desk)
  }

  @Test func `it may be begun again, and ends with the reader`() async throws {
    let gate = Gate()
    let (cancelled, told) = AsyncStream.makeStream(of: Void.self)
    var posts = posts(gate)
    posts.download.item = { _ in
      do { try await gate.pause() } catch {
        told.yield()
        throw error
      }
    }
    var desk = Desk(posts, size: Size(width: 100, height: 9))
    try await desk.wait(until: isList)
    var ends = cancelled.makeAsyncIterator()
    for _ in 1...2 {
      try await desk.press("S") { bottom($0).contains("syncing") }
      await gate.arrived()
      try await desk.press("S") { bottom($0).contains("Sync stopped") }
      for _ in [Post].samples { _ = await ends.next() }
    }
    try await desk.press("S") { bottom($0).contains("syncing") }
    await gate.arrived()
    try await quit(desk)
    for _ in [Post].samples { _ = await ends.next() }
  }

  @Test func `what could not be had is said, and why can be read`() async throws {
    var posts = PostsRepository.stub()
    posts.download.item = { if $0.text == "2" { throw NetworkClient.Error.rejected(status: 500) } }
    var desk = Desk(posts, size: Size(width: 100, height: 9))
    try await desk.wait(until: isList)
    try await desk.press("S") { bottom($0).contains("Not everything could be synced; ! says why.") }
    try await desk.press("!") { $0[1] == "  - Post 2: server error (500): http://host." }
    try await quit(desk)
  }

  @Test func `why a section could not be had names its own server`() async throws {
    let down = NetworkClient.Error.unreachable(.refused)
    var desk = Desk(comics: .failing(down), size: Size(width: 100, height: 9))
    try await desk.wait(until: isList)
    try await desk.press("S") { bottom($0).contains("Not everything could be synced") }
    try await desk.press("!") { $0[1].hasPrefix("  - Comics: connection refused: http://comics.") }
    try await quit(desk)
  }

  @Test func `with two panes it is said below the list, in as many words as there is room for`() async throws {
    let gate = Gate()
    var desk = Desk(posts(gate), size: Size(width: 120, height: 9), rests: true)
    try await desk.wait { $0[0].contains("│ Posts › 1") && $0[0].hasSuffix("live") }
    try await desk.press("S") { bottom($0).contains("  syncing…  ? help  ↵ open ") && bottom($0).contains("│ top") }
    await gate.arrived()
    try await desk.press("S") { bottom($0).contains(" Sync stopped.  ? help  ↵ open ") }
    try await quit(desk)
  }
}
