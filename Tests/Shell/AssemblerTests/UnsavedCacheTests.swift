import Assembler
import CommandLine
import Database
import DatabaseLive
import Foundation
import NetworkClient
import Subscriptions
import SubscriptionsStore
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

/// Tests of commands with a cache on a disk that rejects all writes.
@Suite(.timeLimit(.minutes(5)))
struct UnsavedCacheTests {
  private let base = AssemblerTests()

  private func dependencies(_ disk: FailingDisk) -> Dependencies {
    let cache = disk.over(.memory())
    var dependencies = Dependencies.stub()
    dependencies.cache = { _ in cache }
    return dependencies
  }

  @Test(
    arguments: ["posts", "post 1", "comics", "comic 4"],
    [
      (DatabaseError.noSpace, " (disk full). Free some space, or choose another folder with --cache."),
      (.busy, " (another satchel is using its folder). Try again when it is done."),
    ])
  func `a command prints the server's answer and says once that it cannot be saved`(
    line: String, failure: (error: DatabaseError, note: String)
  ) async throws {
    let printed = try await base.run(line, dependencies(FailingDisk(failure.error)))
    #expect(printed.status == 0)
    #expect(printed.text == (try await base.run(line, .stub()).text))
    #expect(printed.notes.count == 1)
    #expect(printed.notes.first?.hasSuffix(failure.note) == true, "\(printed.notes)")
  }

  @Test func `the reader says that the cache is in use, and loads the list when asked again`() async throws {
    let recording = RecordingTerminal()
    let disk = FailingDisk(.busy)
    var dependencies = dependencies(disk)
    dependencies.terminal = recording.terminal
    let invocation = try Invocation(
      arguments: [], environment: ["SATCHEL_SERVER": "http://localhost:8000"], caches: URL(filePath: "/caches"),
      states: URL(filePath: "/states"))
    let assembler = Assembler(
      invocation: invocation, dependencies: dependencies, now: { Date(timeIntervalSince1970: 0) })
    async let status = assembler.run(output: CommandOutput(write: { _ in }, note: { _ in }), clock: TestClock())
    while let text = await recording.nextWrite(), !text.contains("another satchel is using its folder") {
      #expect(!text.contains("The lamp room"))
    }
    disk.failure = nil
    recording.press("r")
    while let text = await recording.nextWrite(), !text.contains("The lamp room") {}
    recording.press("q")
    #expect(await status == 0)
  }

  @Test func `bookmark comic says that the picture is not saved when the disk is full`() async throws {
    let printed = try await base.run("bookmark comic 4", dependencies(FailingDisk(.noSpace)))
    #expect(printed.notes == ["satchel: its picture is not saved yet: cannot save (disk full)."])
  }

  @Test func `feeds refresh fails when nothing can be saved, and the feeds are still due`() async throws {
    let disk = FailingDisk(.noSpace)
    var dependencies = dependencies(disk)
    dependencies.subscriptions = .stub(SubscriptionFile(Array("http://a.example/feed".utf8)))
    dependencies.network.send = {
      .init(url: $0.url, body: Data("<rss><channel><item><title>One</title></item></channel></rss>".utf8))
    }
    let unsaved = try await base.run("feeds refresh", dependencies, environment: [:])
    #expect(unsaved.status == 69)
    #expect(unsaved.text == "")
    #expect(unsaved.notes.joined().contains("disk full"), "\(unsaved.notes)")
    disk.failure = nil
    let saved = try await base.run("feeds refresh", dependencies, environment: [:])
    #expect(saved.text == "1 feed refreshed, 1 new post\n")
  }

  @Test func `sync counts only data that reached the disk, and says why the rest did not`() async throws {
    let disk = FailingDisk()
    let dependencies = dependencies(disk)
    #expect(try await base.run("sync posts", dependencies).text == "posts: 3 saved, 3 with author and comments\n")
    disk.failure = .noSpace
    let printed = try await base.run("sync posts comics", dependencies)
    #expect(
      printed.text == "posts: 3 saved, 3 with author and comments\ncomics: 0 saved, 0 complete\n")
    #expect(printed.notes.map { $0.contains(": cannot save in ") } == [true, true])
  }
}
