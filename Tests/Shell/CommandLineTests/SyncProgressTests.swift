import CommandLine
import Foundation
import PostDomain
import PostsRepository
import Repositories
import Sync
import TestSupport
import Testing

/// Tests of the progress line of `sync`, and of stopping it.
@Suite(.timeLimit(.minutes(5)))
struct SyncProgressTests {
  let clock = TestClock()
  let gate = Gate()
  let lines = CallRecorder<String>()
  let written = CallRecorder<String>()
  let notes = CallRecorder<String>()
  let saved = CallRecorder<Post.ID>()

  /// Runs `sync`, which downloads the parts of each post when the gate opens.
  private func sync(_ line: String = "sync posts", count: Int = 20) throws -> Task<Invocation.ExitStatus, Never> {
    let invocation = try Invocation(
      arguments: line.split(separator: " ").map(String.init), environment: ["SATCHEL_SERVER": "http://host"],
      caches: URL(filePath: "/caches"), states: URL(filePath: "/states"))
    var repositories = Repositories.stub
    repositories.posts = .stub((1...count).map { Post(id: Post.ID($0), userID: nil, title: "a", body: "") })
    repositories.posts.download.item = { [gate, saved] id in
      try await gate.pause()
      saved.record(id)
    }
    repositories.posts.download.saved = { [saved] id in
      saved.all.contains(id) ? .all(CommandLineTests.now) : .item
    }
    let output = CommandOutput(
      progress: .init(clock: clock) { [lines] in lines.record($0) }, write: { [written] in written.record($0) },
      note: { [notes] in notes.record($0) })
    return Task { [repositories] in await invocation.run(repositories, output: output, now: { CommandLineTests.now }) }
  }

  /// Opens the gate `count` times, and lets the line change.
  private func pass(_ count: Int) async {
    for _ in 0..<count { await gate.open() }
    await gate.arrived(6)
    await clock.sleeping()
    clock.advance(by: .milliseconds(250))
    // The command sleeps again after it has shown the next line.
    await clock.sleeping()
  }

  @Test func `sync shows the count, the rate and the time left in one line, and clears it at the end`() async throws {
    let run = try sync()
    // There are more measurements than the rate covers, so it does not matter whether the first one still saw the list
    // being read.
    for count in Array(repeating: 0, count: 20) + [5, 5] { await pass(count) }
    #expect(lines.all.last == "posts 10 of 20, 2.0/s, 5 s left")
    for _ in 0..<10 { await gate.open() }
    #expect(await run.value == .success)
    #expect(lines.all.last == "")
    #expect(written.all == ["posts: 20 saved, 20 with author and comments\n"])
  }

  @Test func `sync --quiet shows no progress line`() async throws {
    let run = try sync("sync posts -q", count: 2)
    for _ in 0..<2 { await gate.open() }
    #expect(await run.value == .success)
    #expect(lines.all == [])
  }

  @Test(arguments: [
    ("posts --search zzz", ["looked at 20 posts", ""]), ("posts --search a", ["", "looked at 20 posts", ""]),
    ("posts --search zzz -q", []), ("posts", []),
  ])
  func `a search shows its progress and clears it before it prints`(
    line: String, shown: [String]
  ) async throws {
    #expect(await (try sync(line)).value == .success)
    #expect(lines.all == shown)
  }

  @Test(arguments: ["sync posts", "sync"])
  func `an interrupted sync says what is saved and how to continue`(line: String) async throws {
    let run = try sync(line)
    for _ in 0..<3 { await gate.open() }
    await gate.arrived(6)
    run.cancel()
    #expect(await run.value == .interrupted)
    #expect(written.all.joined().hasPrefix("posts: 20 saved, 3 with author and comments\n"))
    #expect(notes.all == ["satchel: stopped; what is saved stays. Run it again to go on."])
    #expect(lines.all.last == "")
  }
}
