import CachedResource
import ComicsRepository
import CommandLine
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
struct CommandLineSyncTests {
  let base = CommandLineTests()
  let down = NetworkClient.Error.unreachable(.refused)

  private func run(
    _ line: String, _ posts: PostsRepository = .stub(), comics: ComicsRepository = .stub(),
    todos: TodosRepository = .stub()
  ) async throws -> CommandLineTests.RunResult {
    try await base.run(line, posts, comics: comics, todos: todos)
  }

  /// Returns the sample posts; the downloads of these IDs fail.
  private func posts(_ failures: [String: any Error & Sendable] = [:]) -> PostsRepository {
    var posts = PostsRepository.stub()
    posts.download.item = { id in if let error = failures[id.text] { throw error } }
    return posts
  }

  @Test func `sync prints for each section how much is saved`() async throws {
    let printed = try await run("sync", posts())
    #expect(
      printed
        == .init(
          text: """
            posts: 3 saved, 3 with author and comments
            comics: 4 saved, 0 complete
            to-dos: 4 saved, 0 delivered, 0 refused, 0 waiting to be sent

            """, notes: [], status: .success))
    #expect(try await run("sync comics --pictures all").text == "comics: 4 saved, 4 complete\n")
    #expect(try await run("sync todos posts", posts()).text.hasPrefix("posts: 3 saved"))
  }

  @Test func `sync -f json prints the result of each section`() async throws {
    let refused = TodoItem([Todo].samples[2], refusal: TodoRefusal(status: 404))
    var todos = TodosRepository.stub()
    todos.deliver = { TodoDelivery(delivered: 1, refused: [refused], waiting: 2, failure: TodoDeliveryBusy()) }
    let printed = try await run("sync -f json", posts(["2": NetworkClient.Error.rejected(status: 500)]), todos: todos)
    #expect(
      printed.text == """
        {"posts":{"saved":3,"complete":2,"failed":1,"failure":null},\
        "comics":{"saved":4,"complete":0,"failed":0,"failure":null},\
        "todos":{"saved":4,"delivered":1,"refused":[{"id":"42","tempId":null,"title":"Wind the lighthouse",\
        "completed":true,"pending":false,"refused":"it is gone from the server"}],"waiting":2,"failed":0,"failure":null},\
        "stopped":false}

        """)
    #expect(printed.status == .incomplete)
  }

  @Test func `sync names each failed item with the reason and saves the rest`() async throws {
    let printed = try await run("sync posts", posts(["2": NetworkClient.Error.rejected(status: 500)]))
    #expect(printed.text == "posts: 3 saved, 2 with author and comments, 1 failed\n")
    #expect(printed.notes == ["satchel: post 2: server error (500): http://host."])
    #expect(printed.status == .incomplete)
    #expect(try await run("sync posts -q", posts(["2": down])).notes.count == 1, "`-q` does not hide errors")
  }

  @Test(arguments: [(6, "1 more post failed."), (8, "3 more posts failed.")])
  func `sync names the first failures and counts the others`(count: Int, last: String) async throws {
    var posts = PostsRepository.stub((1...count).map { Post(id: Post.ID($0), userID: nil, title: "", body: "") })
    posts.download.item = { _ in throw NetworkClient.Error.rejected(status: 500) }
    let printed = try await run("sync posts", posts)
    #expect(printed.notes.count == 6)
    #expect(printed.notes.last == "satchel: \(last)")
  }

  @Test func `an unreachable server is reported for each section`() async throws {
    var todos = TodosRepository.failing(down)
    todos.deliver = { [down] in TodoDelivery(waiting: 1, failure: down) }
    let printed = try await run("sync", .failing(down), comics: .failing(down), todos: todos)
    #expect(
      printed.notes == [
        "satchel: posts: connection refused: http://host; the rest was not downloaded. Start the server, or check its address.",
        "satchel: comics: connection refused: http://host; the rest was not downloaded. Start the server, or check its address.",
        "satchel: to-dos: connection refused: http://host; the rest was not downloaded. Start the server, or check its address.",
        "satchel: to-dos: connection refused: http://host; unsent changes are saved.",
      ])
    #expect(printed.status == .unavailable)
    let some = try await run("sync", posts(), comics: .failing(down))
    #expect(some.status == .incomplete)
  }

  @Test func `a section that the server does not have is a failure only when it was named`() async throws {
    let missing = ComicsRepository.failing(NoCachedCopy(failure: NetworkClient.Error.rejected(status: 404)))
    let all = try await run("sync", posts(), comics: missing)
    #expect((all.status, all.notes) == (.success, ["satchel: there are no comics at http://host."]))
    #expect(try await run("sync -f json", posts(), comics: missing).text.contains(#""failure":null},"todos""#))
    let named = try await run("sync comics", comics: missing)
    #expect(named.status == .unavailable)
    #expect(named.notes.first?.hasPrefix("satchel: comics: not found (404)") == true)
  }

  @Test func `sync fails if the server has no section`() async throws {
    let missing = NoCachedCopy(failure: NetworkClient.Error.rejected(status: 404))
    let printed = try await run("sync", .failing(missing), comics: .failing(missing), todos: .failing(missing))
    #expect(printed.status == .unavailable)
    let ending = "not found (404): http://host; the rest was not downloaded. Check the server's address."
    #expect(printed.notes == ["posts", "comics", "to-dos"].map { "satchel: \($0): \(ending)" })
  }

  @Test(arguments: [("todos --deliver", Invocation.ExitStatus.unavailable), ("sync todos", .incomplete)])
  func `an edit that was refused earlier is named`(line: String, status: Invocation.ExitStatus) async throws {
    var todos = TodosRepository.stub()
    todos.deliver = { TodoDelivery(refusedBefore: 2) }
    let printed = try await run(line, todos: todos)
    #expect(printed.status == status)
    #expect(
      printed.notes == ["satchel: to-dos: 2 edits refused earlier. Open the to-do in the reader to decide what to do."])
  }

  @Test func `sync names a full disk and the option for another folder`() async throws {
    let printed = try await run("sync posts", posts(["1": DatabaseError.noSpace]))
    #expect(
      printed.notes == [
        "satchel: posts: cannot save in /caches/satchel/ (disk full). Free some space, or choose another folder with --cache."
      ])
    var todos = TodosRepository.stub()
    todos.deliver = { throw DatabaseError.notPermitted }
    let unread = try await run("sync", posts(), todos: todos)
    #expect(unread.status == .incomplete)
    #expect(unread.notes.first?.contains("to-dos: cannot save in /states/satchel/") == true)
  }

  @Test func `a waiting or refused edit makes sync incomplete`() async throws {
    for delivery in [
      TodoDelivery(waiting: 1, failure: TodoDeliveryBusy()), TodoDelivery(refused: [TodoItem([Todo].samples[2])]),
    ] {
      var todos = TodosRepository.stub()
      todos.deliver = { delivery }
      #expect(try await run("sync todos", todos: todos).status == .incomplete)
    }
  }

  @Test(arguments: [
    ("sync poss", "sync takes feeds, posts, comics or todos, not poss; did you mean posts?"),
    ("sync --offline", "sync needs the network; leave out --offline"),
    ("sync --since yesterday", "--since needs a day such as 2026-01-31"), ("sync --since 2026-02-30", "--since needs"),
    ("sync --since 0d", "--since needs"), ("sync --since -3d", "--since needs"), ("sync --since d", "--since needs"),
    ("sync --since 2026-1-1", "--since needs"), ("sync --since 999999999d", "--since needs"),
    ("sync --pictures none", "--pictures needs one of bookmarked, all, not none"),
    ("sync --limit 0", "--limit needs a whole number"), ("sync --search a", "--search belongs to posts and comics"),
    ("posts --since 7d", "--since belongs to sync, not to posts"),
    ("comics --pictures all", "--pictures belongs to sync, not to comics"),
    ("todos --limit 3", "--limit belongs to posts, comics and sync, not to todos"),
  ])
  func `an invalid sync command line is rejected with an explanation`(line: String, complaint: String) async throws {
    let error = await #expect(throws: UsageError.self) { try await run(line) }
    #expect(error?.message.hasPrefix(complaint) == true, "\(error?.message ?? "")")
  }

  @Test(
    arguments: [
      ("1970-01-11", 864_000), ("12h", 1_000_000 - 43_200), ("7d", 1_000_000 - 604_800), ("4w", 1_000_000 - 2_419_200),
      ("1y", 1_000_000 - 31_557_600),
    ] as [(String, TimeInterval)])
  func `sync --since downloads only posts from that day or age on`(text: String, start: TimeInterval) async throws {
    func posts(_ asked: CallRecorder<String>) -> PostsRepository {
      var posts = PostsRepository.stub(
        [start - 1, start].enumerated().map { index, date in
          Post(id: Post.ID(index), userID: nil, title: "", body: "", date: Date(timeIntervalSince1970: date))
        })
      posts.download.item = { asked.record($0.text) }
      return posts
    }
    let asked = CallRecorder<String>()
    #expect(try await run("sync posts --since \(text) -n 5", posts(asked)).status == .success)
    #expect(asked.all == ["1"])
    let all = CallRecorder<String>()
    #expect(try await run("sync posts -n 5", posts(all)).status == .success)
    #expect(all.all.count == 2)
  }

  @Test func `sync --since counts an age from now`() async throws {
    let now = CommandLineTests.now
    var posts = PostsRepository.stub([
      Post(id: Post.ID(1), userID: nil, title: "", body: "", date: now - 86_000),
      Post(id: Post.ID(2), userID: nil, title: "", body: "", date: now - 87_000),
    ])
    let asked = CallRecorder<String>()
    posts.download.item = { asked.record($0.text) }
    #expect(try await run("sync posts --since 1d", posts).status == .success)
    #expect(asked.all == ["1"])
    _ = try await run("sync posts --since 1970-01-11", posts)
    #expect(asked.all.count == 3)
  }
}
