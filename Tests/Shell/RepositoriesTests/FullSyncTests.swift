import CachedResource
import ComicsRepository
import Database
import Foundation
import NetworkClient
import PagedList
import PostDomain
import PostsRepository
import Repositories
import Settings
import Sync
import TestSupport
import Testing
import TodoDomain
import TodosRepository

@Suite(.timeLimit(.minutes(5)))
struct FullSyncTests {
  private let clock = TestClock()
  private let gate = Gate()
  private let shown = CallRecorder<SyncProgress>()

  private func run(
    _ sync: FullSync = FullSync(), _ repositories: Repositories = .stub
  ) -> Task<SyncResult, Never> {
    Task {
      await sync.run(SyncOptions(), in: repositories, now: { .distantPast }, progress: (clock, { shown.record($0) }))
      return sync.result
    }
  }

  private func section(_ kind: SyncKind, _ result: SyncResult) throws -> SyncTally {
    try #require(result.tallies.first { $0.kind == kind }).tally
  }

  @Test func `a full sync runs the requested sections in their fixed order`() async throws {
    let all = await run().value
    #expect(all.tallies.map(\.kind) == [.posts, .comics, .todos])
    #expect(all.isComplete)
    #expect(all.delivery?.waiting == 0)
    let comics = await run(FullSync([.comics])).value
    #expect(comics.tallies.map(\.kind) == [.comics])
    #expect(comics.delivery == nil)
  }

  @Test func `a database error in one section does not stop the others`() async throws {
    var repositories = Repositories.stub
    repositories.todos.deliver = { throw DatabaseError.notPermitted }
    let result = await run(FullSync(), repositories).value
    #expect(try section(.todos, result).ending as? DatabaseError == .notPermitted)
    #expect(try section(.posts, result).isComplete)
    #expect(!result.isComplete)
    #expect(result.delivery == nil)
  }

  @Test func `a sync that is stopped during the delivery counts the saved to-dos`() async throws {
    var repositories = Repositories.stub
    repositories.todos.deliver = { [gate] in
      try await gate.pause()
      return TodoDelivery()
    }
    let stopped = run(FullSync([.todos]), repositories)
    await gate.arrived()
    stopped.cancel()
    let todos = try section(.todos, await stopped.value)
    #expect((todos.saved, todos.listed, todos.isComplete) == ([Todo].samples.count, 0, false))
    #expect(todos.ending == nil)
  }

  @Test func `a waiting or refused edit makes the result incomplete`() async throws {
    var repositories = Repositories.stub
    repositories.todos.deliver = { TodoDelivery(waiting: 1, failure: TodoDeliveryBusy()) }
    #expect(await !run(FullSync(), repositories).value.isComplete)
    let refused = TodoItem([Todo].samples[0], refusal: TodoRefusal(status: 400))
    repositories.todos.deliver = { TodoDelivery(refused: [refused]) }
    #expect(await !run(FullSync(), repositories).value.isComplete)
  }

  @Test func `a section missing on the server is a failure only when it was named`() async throws {
    var tally = SyncTally(stage: .listing, ending: NetworkClient.Error.rejected(status: 404))
    var result = SyncResult(tallies: [(.posts, SyncTally(stage: .done)), (.comics, tally)])
    #expect(result.isMissing(tally))
    #expect(result.ending(tally) == nil)
    #expect(result.isComplete)
    result.isNamed = true
    #expect(!result.isMissing(tally))
    #expect(result.ending(tally) != nil)
    #expect(!result.isComplete)
    result.isNamed = false
    tally.listed = 1
    #expect(!result.isMissing(tally), "the server has listed an item of the section")
    tally.listed = 0
    tally.saved = 1
    #expect(!result.isMissing(tally), "the server had the section before")
    tally.saved = 0
    #expect(result.isMissing(tally))
    result.tallies = [(.posts, tally), (.comics, tally)]
    #expect(!result.isMissing(tally), "the address is wrong if no section is there")
    #expect(!result.isComplete)
  }

  @Test func `failures list the failed items, then how many more failed, then why the section ended`() {
    let settings = Settings(
      file: ConfigurationFile(path: "/c"), caches: URL(filePath: "/caches"), states: URL(filePath: "/states"))
    let error = NetworkClient.Error.rejected(status: 500)
    var tally = SyncTally(stage: .listing, ending: error)
    tally.failed = 4
    tally.failures = [SyncFailure(item: "post 2", error: error)]
    func failures(of kind: SyncKind) -> [String] { SyncResult(tallies: [(kind, tally)]).failures(settings) }
    #expect(
      failures(of: .posts) == [
        "post 2: server error (500): http://localhost:8000.", "3 more posts failed.",
        "posts: server error (500): http://localhost:8000; the rest was not downloaded. Try again later.",
      ])
    tally.unreadable = 3
    tally.ending = DatabaseError.noSpace
    let advice = "Free some space, or choose another folder with"
    #expect(
      failures(of: .posts).dropFirst() == [
        "posts: 3 unreadable items left out: http://localhost:8000.",
        "posts: cannot save in /caches/satchel/ (disk full). \(advice) --cache.",
      ])
    tally.ending = DatabaseError.damaged(file: "/states/satchel/a.db")
    #expect(
      failures(of: .posts).last?.hasPrefix(
        "posts: cannot save in /states/satchel/ (/states/satchel/a.db is damaged). ") == true)
    tally.ending = DatabaseError.noSpace
    #expect(failures(of: .todos).last == "to-dos: cannot save in /states/satchel/ (disk full). \(advice) --state.")
    tally = SyncTally(stage: .done)
    #expect(failures(of: .posts) == [])
  }

  @Test func `failures end with the refused edits, and with the reason why others wait`() {
    let settings = Settings(
      file: ConfigurationFile(path: "/c"), caches: URL(filePath: "/caches"), states: URL(filePath: "/states"))
    let refused = TodoItem([Todo].samples[2], refusal: TodoRefusal(status: 404))
    let delivery = TodoDelivery(refused: [refused], waiting: 1, failure: TodoDeliverySettling())
    #expect(
      SyncResult(tallies: [], delivery: delivery).failures(settings) == [
        "Wind the lighthouse: it is gone from the server. Open it in the reader to decide what to do.",
        "to-dos: an addition was sent, and http://localhost:8000 does not list it yet; unsent changes are saved.",
      ])
    #expect(SyncResult(tallies: [], delivery: TodoDelivery(delivered: 1)).failures(settings) == [])
  }

  @Test func `the progress of a sync has the count, the rate and the time left`() async throws {
    var repositories = Repositories.stub
    repositories.posts = .stub((1...20).map { Post(id: Post.ID($0), userID: nil, title: "", body: "") })
    repositories.posts.download.item = { [gate] _ in try await gate.pause() }
    let run = run(FullSync([.posts]), repositories)
    await gate.arrived()
    // There are more measurements than the rate covers, so it does not matter whether the first one still saw the list
    // being read.
    for count in Array(repeating: 0, count: 20) + [5, 5] {
      for _ in 0..<count { await gate.open() }
      await gate.arrived(6)
      await clock.sleeping()
      clock.advance(by: .milliseconds(250))
      await clock.sleeping()
    }
    let last = try #require(shown.all.last)
    #expect(last.line == "posts 10 of 20, 2.0/s, 5 s left")
    #expect(last.brief == ["75%, 5 s left", "75%"], "the list counts as the first half")
    for _ in 0..<10 { await gate.open() }
    #expect(await run.value.isComplete)
  }

  @Test func `pages whose posts are already saved do not count for the rate`() async throws {
    var repositories = Repositories.stub
    repositories.posts = .stub((1...20).map { Post(id: Post.ID($0), userID: nil, title: "", body: "") })
    repositories.posts.list.walk = { [gate] _, _ in
      let pages = CallRecorder<Int>()
      return AsyncThrowingStream(unfolding: {
        guard pages.all.count < 4 else { return nil }
        try await gate.pause()
        pages.record(1)
        let first = pages.all.count * 5 - 4
        return Loaded(
          (first..<first + 5).map { PostTitle(id: Post.ID($0), title: "") }, from: .server, fetchedAt: .distantPast)
      })
    }
    let run = run(FullSync([.posts]), repositories)
    await gate.arrived()
    for count in [0, 1, 1] {
      for _ in 0..<count { await gate.open() }
      await gate.arrived()
      await clock.sleeping()
      clock.advance(by: .milliseconds(250))
      await clock.sleeping()
    }
    #expect(shown.all.last?.line == "posts 10 listed")
    for _ in 0..<2 { await gate.open() }
    #expect(await run.value.isComplete)
  }

  @Test(arguments: [
    (SyncTally(stage: .listing, listed: 7), "7 listed", nil),
    (SyncTally(stage: .listing, listed: 25, expected: 100), "25 of 100", "12%"),
    (SyncTally(stage: .listing, listed: 101, expected: 100), "100 of 100", "50%"),
    (SyncTally(stage: .listing, expected: 0), "0 of 0", "0%"),
    (SyncTally(stage: .completing, total: 0), "0 of 0", "100%"),
    (SyncTally(stage: .completing, total: 4, visited: 1), "1 of 4", "62%"),
    (SyncTally(stage: .listing, listed: 7, ending: NetworkClient.Error.unreachable(.refused)), "stopped", "100%"),
    (SyncTally(stage: .done), "done", "100%"),
  ])
  func `the progress of a section depends on its stage and counts`(tally: SyncTally, text: String, percent: String?) {
    let progress = SyncProgress([(.todos, tally)])
    #expect(progress.line == "to-dos \(text)")
    #expect(progress.brief.last == percent)
  }

  @Test func `the overall percentage is known only when every section's is`() {
    let half = SyncTally(stage: .completing, total: 0)
    let unknown = SyncTally(stage: .listing)
    #expect(SyncProgress([(.posts, half), (.todos, SyncTally(stage: .listing, expected: 9))]).brief.last == "50%")
    #expect(SyncProgress([(.posts, half), (.todos, unknown)]).brief == [])
    #expect(SyncProgress([]).brief == [])
  }
}

extension SyncTally {
  fileprivate init(
    stage: Stage, listed: Int = 0, expected: Int? = nil, total: Int = 0, visited: Int = 0, ending: (any Error)? = nil
  ) {
    self.init()
    self.stage = stage
    self.listed = listed
    self.expected = expected
    self.total = total
    self.visited = visited
    self.ending = ending
  }
}
