import Assembler
import Database
import DatabaseLive
import FlagsStore
import FlagsStoreLive
import Foundation
import NetworkClient
import PagedList
import PostsRepository
import PostsStore
import PostsStoreLive
import Repositories
import TestSupport
import Testing

/// Tests of counting and forgetting saved data through its stores.
@Suite(.timeLimit(.minutes(5)))
struct LocalDataLiveTests {
  let base = AssemblerTests()
  let removed = CallRecorder<String>()

  /// Returns sample content with databases that outlive one run.
  private func dependencies() -> Dependencies {
    let cache = Database.memory()
    let state = Database.memory()
    let removed = removed
    let name = FileName("http localhost 8000 ")
    var dependencies = Dependencies.stub()
    dependencies.cache = { _ in cache }
    dependencies.state = { _ in state }
    dependencies.cacheFiles = { removed.all.contains("cache") ? [:] : [name: SavedFile(path: "cache", bytes: 100)] }
    dependencies.stateFiles = { removed.all.contains("state") ? [:] : [name: SavedFile(path: "state", bytes: 10)] }
    dependencies.removeFile = { removed.record($0.path) }
    return dependencies
  }

  private func filled() async throws -> Dependencies {
    let dependencies = dependencies()
    for line in ["sync --pictures all", "bookmark post 1", "bookmark comic 4", "fetch", "todo add a"] {
      #expect(try await base.run(line, dependencies).status == 0, "\(line)")
    }
    return dependencies
  }

  @Test func `status counts all saved data`() async throws {
    let text = try await base.run("status", filled()).text
    #expect(
      text.replacing(/from [^\n]*/, with: "from") == """
        http://localhost:8000
          posts      3, 3 with comments, from
          comics     4, 2 pictures (140 bytes), from
          to-dos     4, 1 waiting to be sent, from
          bookmarks  2
          codes      1 fetched
          cache      100 bytes in cache
          state      10 bytes in state

        saved copies: 100 bytes of at most 1 GiB

        """)
  }

  @Test func `status counts what can be read, and names the reason for the rest once`() async throws {
    let dependencies = try await filled()
    try await dependencies.state(FileName("http localhost 8000 ")).write {
      try $0.run("ALTER TABLE item_flags RENAME TO other")
    }
    let printed = try await base.run("status", dependencies)
    #expect(printed.text.contains("  to-dos     4, 1 waiting to be sent, from"))
    #expect(printed.text.contains("  codes      1 fetched"))
    #expect(!printed.text.contains("bookmarks"))
    #expect(printed.notes.count == 1)
    #expect(printed.notes.first?.contains("is damaged") == true)
    #expect(printed.status == 69)
  }

  @Test func `the subscriptions have the name with which they are forgotten`() async throws {
    var dependencies = dependencies()
    dependencies.cacheFiles = { [FileName("subscriptions"): SavedFile(path: "cache", bytes: 100)] }
    #expect(try await base.run("status", dependencies).text.hasPrefix("feeds\n"))
    let none = try await base.run("forget server http://x", dependencies)
    #expect(
      none.notes == ["satchel: nothing is saved of http://x. There is something of: feeds, http://localhost:8000"])
  }

  @Test func `forget posts removes the posts and their comments, and nothing else`() async throws {
    let dependencies = try await filled()
    let forgotten = try await base.run("forget posts", dependencies)
    #expect(forgotten.text == "posts of http://localhost:8000 forgotten, 0 bytes freed\n")
    #expect(forgotten.notes.first?.hasPrefix("satchel: 1 bookmark is left") == true)
    let text = try await base.run("status", dependencies).text
    #expect(!text.contains("posts "))
    #expect(text.contains("comics     4, 2 pictures"))
    #expect(text.contains("bookmarks  2"))
    #expect(try await base.run("post 1 --offline", dependencies).status == 69)
    #expect(try await base.run("post 1", dependencies).status == 0)
  }

  @Test func `a part without saved data is not forgotten`() async throws {
    let dependencies = try await filled()
    for part in ["posts", "comics"] {
      #expect(try await base.run("forget \(part)", dependencies).status == 0)
      let again = try await base.run("forget \(part)", dependencies)
      #expect(again.text == "")
      #expect(
        again.notes == [
          "satchel: no \(part) of http://localhost:8000 are saved. Nothing is saved of any other server either."
        ])
      #expect(again.status == 66)
      #expect(try await base.run("forget \(part) --state-too", dependencies).status == 0)
    }
  }

  @Test(arguments: ["forget posts", "forget server http://localhost:8000"])
  func `posts that were marked as read all at once stay read when their list is forgotten`(command: String)
    async throws
  {
    let dependencies = try await filled()
    let name = FileName("http localhost 8000 ")
    let flags = FlagsStore.live(database: dependencies.state(name))
    let posts = PostsStore.live(database: dependencies.cache(name))
    let arrival = try #require(try await posts.reader.window(ListQuery(), .row(0), 0, 0).arrival)
    // As if the reader had ended before it wrote which posts these are.
    try await flags.sweep(.post, arrival, [], ReadBatch(7))
    #expect(try await flags.unwrittenSweeps(.post).count == 1)
    #expect(try await base.run(command, dependencies).status == 0)
    #expect(try await flags.unwrittenSweeps(.post).isEmpty)
    #expect(try await base.run("posts --unread", dependencies).text == "")
    #expect(try await base.run("comics --unread", dependencies).text != "")
  }

  @Test func `forget comics --state-too removes the comics and their bookmarks, and nothing else`() async throws {
    let dependencies = try await filled()
    _ = try await base.run("forget comics --state-too", dependencies)
    let text = try await base.run("status", dependencies).text
    #expect(!text.contains("comics "))
    #expect(text.contains("posts      3, 3 with comments"))
    #expect(text.contains("bookmarks  1"))
    #expect(text.contains("1 waiting"))
  }

  @Test func `forget server removes the server's cache file, and with --state-too its state file`() async throws {
    let dependencies = try await filled()
    let cache = try await base.run("forget server http://localhost:8000", dependencies)
    #expect(removed.all == ["cache"])
    #expect(cache.text == "http://localhost:8000 forgotten, 100 bytes freed\n")
    #expect(cache.notes.first?.hasPrefix("satchel: 2 bookmarks are left") == true)
    let state = try await base.run("forget server http://localhost:8000/ --state-too --force", dependencies)
    #expect(removed.all == ["cache", "state"])
    #expect(state.notes == ["satchel: 1 change was never sent."])
    #expect(state.text == "http://localhost:8000/ forgotten, 10 bytes freed\n")
  }

  @Test func `trimming removes copies that are not bookmarked, and they can be loaded again`() async throws {
    let dependencies = try await filled()
    #expect(try await base.run("post 2", dependencies, keep: 1).status == 0)
    let text = try await base.run("status", dependencies).text
    #expect(text.contains("posts      3, 1 with comments"), "\(text)")
    #expect(text.contains("1 picture (70 bytes)"), "\(text)")
    #expect(text.contains("bookmarks  2"))
    #expect(text.contains("to-dos     4, 1 waiting to be sent"))
    let offline = try await base.run("post 1 --offline", dependencies)
    #expect(offline.status == 0, "the bookmarked post is complete")
    #expect(offline.text.contains("Comments: 2"), "the bookmarked post is complete")
    #expect(try await base.run("comic 4 --offline", dependencies).status == 0)
    #expect(try await base.run("post 2", dependencies).text.contains("Comments: "))
  }

  /// Returns sample content whose posts have a picture each.
  private func illustrated() -> Dependencies {
    var dependencies = dependencies()
    dependencies.network.send = { [samples = dependencies.network] request in
      let posts = (1...3).map { number in
        let picture = "http://localhost:8000/pictures/\(number).png"
        return ["id": "\(number)", "title": "Title", "body": "<p>Text</p><p><img src='\(picture)' alt='One'></p>"]
      }
      let path = request.url.path()
      if path == "/posts" { return .init(url: request.url, body: try JSONEncoder().encode(posts)) }
      guard let post = posts.first(where: { path == "/posts/\($0["id"] ?? "")" }) else {
        return try await samples.send(request)
      }
      return .init(url: request.url, body: try JSONEncoder().encode(post))
    }
    return dependencies
  }

  @Test func `pictures of posts are counted by status, trimmed unless bookmarked, and forgotten with the posts`()
    async throws
  {
    let dependencies = illustrated()
    func posts() async -> String {
      let lines = (try? await base.run("status", dependencies).text.split(separator: "\n")) ?? []
      return String(lines.first { $0.hasPrefix("  posts") } ?? "").replacing(/, from .*/, with: "")
    }
    for line in ["sync posts", "bookmark post 1"] {
      #expect(try await base.run(line, dependencies).status == 0, "\(line)")
    }
    var shown = await posts()
    #expect(shown == "  posts      3, 3 with comments, 1 picture (70 bytes)")
    #expect(try await base.run("sync posts --pictures all", dependencies).status == 0)
    shown = await posts()
    #expect(shown == "  posts      3, 3 with comments, 3 pictures (210 bytes)")
    #expect(
      try await base.run("status -f json", dependencies).text.contains(
        #""comments":3,"pictures":3,"pictureBytes":210}"#))
    #expect(try await base.run("post 2", dependencies, keep: 1).status == 0)
    shown = await posts()
    #expect(shown == "  posts      3, 1 with comments, 1 picture (70 bytes)")
    #expect(try await base.run("forget posts", dependencies).status == 0)
    shown = await posts()
    #expect(shown == "")
  }

  @Test func `trimming removes nothing when the bookmarks cannot be read`() async throws {
    var dependencies = try await filled()
    dependencies.state = { _ in .failing(DatabaseError.damaged(file: "s")) }
    #expect(try await base.run("posts", dependencies, keep: 1).notes.contains { $0.contains("removed") } == false)
    dependencies = try await filled()
    dependencies.stateFiles = { throw DatabaseError.notPermitted }
    #expect(try await base.run("posts", dependencies, keep: 1).notes == [])
  }

  @Test func `no database is opened for trimming while the saved data is within the limit`() async throws {
    var dependencies = try await filled()
    dependencies.stateFiles = { throw DatabaseError.notPermitted }
    #expect(try await base.run("posts", dependencies, keep: 100).notes == [])
  }

  @Test func `forget server --state-too removes nothing while edits are unsent, unless forced`() async throws {
    let dependencies = try await filled()
    let refused = try await base.run("forget server http://localhost:8000 --state-too", dependencies)
    #expect(refused.text == "")
    #expect(refused.status == 69)
    #expect(removed.all == [])
    #expect(refused.notes.first?.hasPrefix("satchel: 1 change was never sent (a); nothing was forgotten.") == true)
    #expect(try await base.run("status", dependencies).text.contains("1 waiting to be sent"))
  }

  @Test func `forget server --state-too needs --force when unsent edits cannot be read`() async throws {
    var dependencies = try await filled()
    dependencies.state = { _ in .failing(DatabaseError.damaged(file: "s")) }
    let refused = try await base.run("forget server http://localhost:8000 --state-too", dependencies)
    #expect(refused.status == 69)
    #expect(removed.all == [])
    #expect(refused.notes.first?.contains("cannot read whether changes wait to be sent (s is damaged)") == true)
    let forced = try await base.run("forget server http://localhost:8000 --state-too --force", dependencies)
    #expect(forced.status == 0)
    #expect(removed.all == ["cache", "state"])
  }

  @Test(arguments: ["posts", "comics", "server http://localhost:8000"])
  func `the cache is forgotten also if the state is damaged`(part: String) async throws {
    var dependencies = try await filled()
    for error in [DatabaseError.busy, .newer(file: "s", isState: true)] {
      dependencies.state = { _ in .failing(error) }
      #expect(try await base.run("forget \(part)", dependencies).status == 69, "\(error) passes")
    }
    dependencies.state = { _ in .failing(DatabaseError.damaged(file: "s")) }
    let forgotten = try await base.run("forget \(part)", dependencies)
    #expect(forgotten.status == 0, "\(forgotten.notes)")
    #expect(removed.all == (part.hasPrefix("server") ? ["cache"] : []))
    let text = try await base.run("status", dependencies).text
    #expect(text.contains("posts      3") == (part == "comics"))
    #expect(text.contains("comics     4") == (part == "posts"))
  }

  @Test func `forgetting a server without saved data removes nothing and names the servers that have some`()
    async throws
  {
    let dependencies = try await filled()
    let other = try await base.run("forget server http://localhost:8001 --state-too", dependencies)
    #expect(other.text == "")
    #expect(other.status == 66)
    #expect(removed.all == [])
    #expect(
      other.notes == [
        "satchel: nothing is saved of http://localhost:8001. There is something of: http://localhost:8000"
      ])
  }

  @Test(arguments: [
    ("http localhost 80 ", "http://localhost"), ("https host.org 443 a/b", "https://host.org/a/b"),
    ("http ::1 8000 ", "http://[::1]:8000"), ("https host 80 ", "https://host:80"), ("something", "something"),
  ])
  func `status shows a server by its address, or by its file name when no address can be read from it`(
    name: String, address: String
  ) async throws {
    var dependencies = Dependencies.stub()
    dependencies.cacheFiles = { [FileName(name): SavedFile(path: "a", bytes: 1)] }
    #expect(try await base.run("status", dependencies).text.split(separator: "\n").first.map(String.init) == address)
  }

  @Test func `status shows the state when the cache cannot be read`() async throws {
    var dependencies = try await filled()
    dependencies.cache = { _ in .failing(DatabaseError.notPermitted) }
    let printed = try await base.run("status", dependencies)
    #expect(printed.text.contains("bookmarks  2"))
    #expect(!printed.text.contains("posts "))
    #expect(printed.status == 69)
    #expect(printed.notes.count == 1)
    #expect(try await base.run("status", .failing()).status == 69)
  }
}
