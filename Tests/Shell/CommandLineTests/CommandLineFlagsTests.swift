import CachedResource
import ComicsRepository
import CommandLine
import Database
import DatabaseLive
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import NetworkClient
import PagedList
import PostDomain
import PostsRepository
import Sync
import TestSupport
import Testing

/// Tests of read flags and bookmarks on the command line.
extension CommandLineTests {
  @Test func `posts --unread leaves out posts that were read, and JSON contains both flags`() async throws {
    let posts = PostsRepository.stub(flags: .live(database: .memory()))
    _ = try await posts.flags.setRead(true, [Post.ID(2)])
    _ = try await posts.flags.setBookmarked(Post.ID(3), true)
    #expect(try await run("posts --unread", posts).text.split(separator: "\n").map { $0.prefix(1) } == ["1", "3"])
    let json = try await run("posts --format json", posts).text
    #expect(json.contains("\"id\":2,"))
    #expect(json.contains("\"unread\":false,\"bookmarked\":false,"))
    #expect(json.contains("\"unread\":true,\"bookmarked\":true,"))
    #expect(try await run("posts --bookmarked", posts).text.hasPrefix("3\t"))
    #expect(
      try await run("posts --unread --search zzz", posts)
        == RunResult(
          text: "", notes: ["satchel: no match for zzz in 3 titles at http://host."], status: .success))
    _ = try await posts.flags.setRead(true, [Post.ID(1), Post.ID(3)])
    #expect(
      try await run("posts --unread", posts)
        == RunResult(text: "", notes: ["satchel: nothing unread among the 3 posts."], status: .success))
    #expect(
      try await run("posts --unread --search lamp", posts).notes
        == ["satchel: nothing unread among the 1 post that matches lamp."])
  }

  @Test(arguments: ["posts --unread", "comics --unread --limit 1", "posts --unread --format json"])
  func `--unread prints nothing and fails when the read flags cannot be read`(line: String) async throws {
    let damaged = DatabaseError.damaged(file: "/states/satchel/host.db")
    let posts = PostsRepository.stub(flags: .failing(damaged))
    let comics = ComicsRepository.stub(flags: .failing(damaged))
    let notice =
      "satchel: cannot read the read marks in /states/satchel/ (/states/satchel/host.db is damaged). "
      + "Restore a good copy or move it away, or choose another folder with --state."
    #expect(
      try await run(line, posts, comics: comics) == RunResult(text: "", notes: [notice], status: .unavailable))
  }

  @Test(arguments: ["posts -f json", "posts -qf json"])
  func `JSON has the items when the flags cannot be read, and says that these may be wrong`(line: String) async throws {
    let damaged = DatabaseError.damaged(file: "/states/satchel/host.db")
    var posts = walk([page(title(1))])
    posts.flags = PostsRepository.stub(flags: .failing(damaged)).flags
    let printed = try await run(line, posts)
    #expect(
      printed.notes == [
        "satchel: cannot read the read marks and bookmarks in /states/satchel/ (/states/satchel/host.db is damaged); "
          + "posts that were read or bookmarked may be printed as if they were not. "
          + "Restore a good copy or move it away, or choose another folder with --state."
      ])
    #expect(printed.text == "[\n  \(row(1, "title 1"))\n]\n")
    #expect(printed.status == .success)
  }

  @Test(arguments: ["posts", "posts --limit 2", "posts --bookmarked"])
  func `posts does not read the flags when it prints none`(line: String) async throws {
    var flags = FlagsStore.live(database: .memory())
    _ = try await flags.addBookmark(Bookmark(kind: .post, id: "2", addedAt: Self.now))
    flags.flags = unexpected("flags")
    #expect(try await run(line, .stub(flags: flags)).text.contains("2\t"))
  }

  @Test(arguments: ["post", "bookmark post"])
  func `an abbreviated post ID is accepted when it is unambiguous`(command: String) async throws {
    let posts = PostsRepository.stub(
      ["abcd", "abef", "x"].map { Post(id: Post.ID($0), userID: nil, title: "Title \($0)", body: "") })
    let ids = ["abcd", "abef", "abgh", "abij", "x"].map { Post.ID($0) }
    #expect(try await run("\(command) abc", posts, beginning: ids).text.contains("Title abcd"))
    #expect(try await run("\(command) x", posts).text.contains("Title x"))
    #expect(
      try await run("\(command) ab", posts, beginning: ids)
        == RunResult(
          text: "", notes: ["satchel: ab begins the IDs of several posts: abcd Title abcd, abef Title abef, abgh, …."],
          status: .usage))
    #expect(
      try await run("\(command) ab", posts, beginning: Array(ids.prefix(2))).notes
        == ["satchel: ab begins the IDs of several posts: abcd Title abcd, abef Title abef."])
  }

  @Test func `posts --bookmarked without a bookmark says how to add one`() async throws {
    #expect(
      try await run("posts --bookmarked", .stub()).notes == [
        "satchel: no bookmarked posts at http://host. Bookmark one with: satchel bookmark post ID"
      ])
  }

  @Test func `a list of bookmarks is not reported as unsaved, because nothing is downloaded for it`() async throws {
    let posts = PostsRepository.stub(flags: .live(database: .memory()))
    _ = try await posts.flags.setBookmarked(Post.ID(3), true)
    let printed = try await run("posts --bookmarked", posts, cacheFailure: DatabaseError.readOnly)
    #expect(printed.text.hasPrefix("3\t"))
    #expect(printed.notes == [])
  }

  @Test func `bookmark post reports a change only once, when adding and when removing`() async throws {
    let posts = PostsRepository.stub(flags: .live(database: .memory()))
    func said(_ line: String) async throws -> String { try await run(line, posts).text }
    let name = "post 1, The lamp room at four in the morning, is"
    #expect(try await said("bookmark post 1") == "\(name) bookmarked\n")
    #expect(try await said("bookmark post 1") == "\(name) bookmarked already\n")
    #expect(try await said("bookmark post 1 -f json") == #"{"id":1,"bookmarked":true,"changed":false}"# + "\n")
    #expect(try await posts.flags.flags([Post.ID(1)])[Post.ID(1)]?.isBookmarked == true)
    #expect(try await said("bookmark post 1 --remove") == "\(name) not bookmarked any more\n")
    #expect(try await said("bookmark post 1 --remove") == "\(name) not bookmarked\n")
  }

  @Test func `a bookmark is copied to the list, which keeps the post`() async throws {
    let copied = CallRecorder<[Post.ID]>()
    var posts = PostsRepository.stub(flags: .live(database: .memory()))
    posts.list.reader.flags = {
      copied.record($0)
      return [:]
    }
    #expect(try await run("bookmark post 1", posts).status == .success)
    #expect(copied.all == [[Post.ID(1)]])
  }

  @Test func `a missing post is not bookmarked, but one that cannot be loaded is`() async throws {
    var posts = PostsRepository.failing(NoCachedCopy(failure: NetworkClient.Error.rejected(status: 404)))
    posts.flags = PostsRepository.stub(flags: .live(database: .memory())).flags
    #expect(try await run("bookmark post nope", posts).status == .noSuchItem)
    #expect(try await posts.flags.flags([Post.ID("nope")]).isEmpty)
    var down = PostsRepository.failing(NoCachedCopy(failure: NetworkClient.Error.unreachable(.refused)))
    down.flags = posts.flags
    #expect(
      try await run("bookmark post nope", down)
        == RunResult(
          text: "post nope is bookmarked\n",
          notes: ["satchel: the post is not saved yet: connection refused: http://host."], status: .success))
    var partial = PostsRepository.stub(flags: .live(database: .memory()))
    partial.download.item = { _ in throw NetworkClient.Error.rejected(status: 500) }
    #expect(
      try await run("bookmark post 1", partial).notes
        == ["satchel: all of it is not saved yet: server error (500): http://host."])
    down.flags.setBookmarked = { _, _ in throw DatabaseError.noSpace }
    let full = try await run("bookmark post nope", down)
    #expect(full.text.isEmpty)
    #expect(full.status == .unavailable)
    #expect(full.notes.count == 1)
  }
}
