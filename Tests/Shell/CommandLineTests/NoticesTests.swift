import CachedResource
import CommandLine
import Foundation
import NetworkClient
import PostDomain
import PostsRepository
import Repositories
import TestSupport
import Testing

extension CommandLineTests {
  @Test func `a cached copy is shown with one notice that says why and how old it is`() async throws {
    let line = "satchel: connection refused: http://host; showing the copy saved 3 minutes ago."
    let posts = walk([localData(title(1), since: 200)])
    #expect(try await run("posts", posts).notes == [line])
    #expect(try await run("posts", posts).status == .success)
    #expect(try await run("posts --quiet", posts).notes == [])
    #expect(try await run("posts --format json", posts).notes == [line])
  }

  @Test func `a cache that cannot be written is reported once, with its folder`() async throws {
    let posts = walk([page(title(1)), page(title(2))])
    #expect(
      try await run("posts", posts, cacheFailure: CancellationError()).notes == [
        "satchel: cannot save in /caches/satchel/ (its folder does not work). "
          + "Check the folder, or choose another one with --cache."
      ])
    let copy = try await run("posts", walk([localData(title(1), since: 200)]), cacheFailure: CancellationError())
    #expect(copy.notes.map { $0.contains("cannot save") } == [false], "there was nothing to save")
  }

  @Test func `damaged rows of the cache are reported, and offline the list is incomplete`() async throws {
    let line =
      "satchel: 2 damaged items of the saved copy are left out and removed. Save everything again with: satchel sync"
    let posts = walk([page(title(1))])
    #expect(try await run("posts", posts, lostRows: 2).notes == [line])
    #expect(try await run("posts", posts, lostRows: 2).status == .success)
    #expect(try await run("posts --offline", posts, lostRows: 2).status == .incomplete)
  }

  @Test func `a damaged cache that was replaced is reported with its new name, also with --quiet`() async throws {
    let line =
      "satchel: the saved copy was damaged; it is /caches/satchel/x.db.damaged now, and a new one is begun. "
      + "Save everything again with: satchel sync"
    let damaged = "/caches/satchel/x.db.damaged"
    #expect(try await run("posts -q", walk([page(title(1))]), damagedCache: damaged).notes == [line])
    let posts = PostsRepository.failing(NoCachedCopy(failure: NetworkClient.Error.unreachable(.refused)))
    #expect(
      try await run("posts", posts, damagedCache: damaged).notes == [
        line,
        "satchel: connection refused: http://host; nothing is saved. Start the server, or check its address.",
      ])
  }

  @Test func `without a cached copy, a failure says what failed and what to do`() async throws {
    let posts = PostsRepository.failing(NoCachedCopy(failure: NetworkClient.Error.unreachable(.refused)))
    let line =
      "satchel: connection refused: http://host; nothing is saved. "
      + "Start the server, or check its address."
    for command in ["posts", "post 1", "posts --format json", "posts --quiet"] {
      #expect(try await run(command, posts) == RunResult(text: "", notes: [line], status: .unavailable))
    }
  }

  @Test(arguments: [
    ("posts -s http://a", "satchel -s http://a sync"),
    ("posts --server=http://a?b&c --cache /my'cache", #"satchel -s 'http://a?b&c' -c '/my'\''cache' sync"#),
    ("posts -s http://me:pass@a --state /s -q", nil),
    ("posts -s http://me:pass@a", "satchel -s 'http://me:****@a' sync"),
    ("posts --comics-server http://c -n 9", "satchel --comics-server http://c sync"), ("posts", "satchel sync"),
  ])
  func `a command to try next has the server and the folders of the command line`(
    line: String, command: String?
  ) async throws {
    let failure = NoCachedCopy(failure: NetworkClient.Error.unreachable(.lost))
    let notes = try await run(line, walk([page(title(1))], failure: failure)).notes
    #expect(notes.first?.components(separatedBy: "Save everything with: ").last == command)
  }

  @Test func `a command to try next has the name of the server`() async throws {
    let notes = CallRecorder<String>()
    let invocation = try CommandLineSettingsTests().parse("@work status")
    let output = CommandOutput(write: { _ in }, note: { notes.record($0) })
    #expect(await invocation.run(.stub, output: output, now: { Self.now }) == .success)
    #expect(notes.all == ["satchel: nothing is saved yet. Save everything with: satchel @work sync"])
  }

  @Test func `the age in the notice is that of the oldest page`() async throws {
    let posts = walk([
      localData(title(1), since: 60), localData(title(2), since: 7_200), localData(title(3), since: 60),
    ])
    #expect(
      try await run("posts", posts).notes == [
        "satchel: connection refused: http://host; showing the copy saved 2 hours ago."
      ])
  }
}
