import CommandLine
import Database
import Foundation
import Repositories
import Settings
import Store
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CommandLineStatusTests {
  let base = CommandLineTests()

  private var servers: [ServerData] {
    var host = ServerData(
      address: "http://host", cache: SavedFile(path: "/c/host.db", bytes: 3 << 20),
      state: SavedFile(path: "/s/host.db", bytes: 4_096))
    host.posts = SavedList(count: 100, fetchedAt: CommandLineTests.now - 200)
    host.comments = 98
    host.comics = SavedList(count: 60, fetchedAt: CommandLineTests.now - 90_000)
    host.pictures = StoreUsage(count: 1, bytes: 858)
    host.todos = SavedList(count: 12, fetchedAt: CommandLineTests.now)
    host.waiting = 2
    host.refused = 1
    host.bookmarks = 3
    host.codes = 4
    return [host, ServerData(address: "http://other", state: SavedFile(path: "/s/\u{1B}.db", bytes: 1))]
  }

  @Test func `status prints for each server the saved data, its age, the waiting edits and the files`() async throws {
    #expect(
      try await base.run("status", localData: .stub(servers))
        == .init(
          text: """
            http://host
              posts      100, 98 with comments, from 3 minutes ago
              comics     60, 1 picture (858 bytes), from 1 day ago
              to-dos     12, 2 waiting to be sent, 1 refused, from just now
              bookmarks  3
              codes      4 fetched
              cache      3 MiB in /c/host.db
              state      4 KiB in /s/host.db

            http://other
              state      1 byte in /s/␛.db

            saved copies: 3 MiB of at most 1 GiB

            """, notes: [], status: .success))
    #expect(
      try await base.run("status --keep 5GB", localData: .stub(servers)).text.hasSuffix("3 MiB of at most 4.7 GiB\n"))
  }

  @Test(arguments: [
    (
      "posts",
      [
        "satchel: freeing space, because more than 2 MiB is saved (--keep). "
          + "ctrl-c stops that; the next command goes on with it."
      ]
    ), ("posts -q", []),
  ])
  func `trimming that takes long prints its reason, unless --quiet is set`(line: String, notes: [String]) async throws {
    let clock = TestClock()
    let gate = Gate()
    let said = CallRecorder<String>()
    let (told, telling) = AsyncStream.makeStream(of: Void.self)
    var repositories = Repositories.stub
    repositories.localData.trim = { _, _ in
      try await gate.pause()
      return 0
    }
    let invocation = try Invocation(
      arguments: "\(line) --keep 2MiB".split(separator: " ").map(String.init), environment: [:],
      caches: URL(filePath: "/caches"), states: URL(filePath: "/states"))
    let output = CommandOutput(
      progress: .init(clock: clock) { Issue.record("\($0)") }, write: { _ in },
      note: {
        said.record($0)
        telling.yield()
      })
    let run = Task { [repositories] in
      await invocation.run(repositories, output: output, now: { CommandLineTests.now })
    }
    await gate.arrived()
    await clock.sleeping()
    clock.advance(by: .milliseconds(299))
    #expect(said.all == [])
    clock.advance(by: .milliseconds(1))
    var lines = told.makeAsyncIterator()
    if !notes.isEmpty { await lines.next() }
    await gate.open()
    #expect(await run.value == .success)
    #expect(said.all == notes)
  }

  @Test func `a command that saves data trims the saved copies and says so`() async throws {
    let limits = CallRecorder<Int>()
    var localData = LocalData.stub()
    localData.trim = { limit, beingRead in
      limits.record(limit)
      #expect(beingRead.isEmpty)
      return 5 << 20
    }
    let note = "satchel: removed 5 MiB of saved copies not seen for longest, to keep at most 2 MiB (--keep)."
    for line in ["posts", "post 1", "comics", "comic 1", "bookmark post 1", "sync"] {
      #expect(try await base.run("\(line) --keep 2MiB", localData: localData).notes.last == note, "\(line)")
    }
    #expect(limits.all == Array(repeating: 2 << 20, count: 6))
    #expect(try await base.run("posts --keep 2MiB -q", localData: localData).notes == [])
    for line in ["posts --offline", "status", "config", "doctor", "bookmark post 1 --remove", "forget posts"] {
      #expect(try await !base.run(line, localData: localData).notes.contains { $0.contains("removed") }, "\(line)")
    }
    #expect(limits.all.count == 7)
  }

  @Test func `a failed trimming does not fail the command`() async throws {
    let printed = try await base.run("posts", localData: .failing(DatabaseError.busy))
    #expect(printed.status == .success)
    #expect(printed.notes == [])
  }

  @Test func `status -f json prints the same data`() async throws {
    #expect(
      try await base.run("status -f json", localData: .stub(servers)).text == """
        [
          {"server":"http://host","posts":{"count":100,"fetched":"1970-01-12T13:43:20Z","comments":98,"pictures":0,"pictureBytes":0},\
        "comics":{"count":60,"fetched":"1970-01-11T12:46:40Z","pictures":1,"pictureBytes":858},\
        "todos":{"count":12,"fetched":"1970-01-12T13:46:40Z","waiting":2,"refused":1},"bookmarks":3,"codes":4,\
        "cache":{"path":"/c/host.db","bytes":3145728},"state":{"path":"/s/host.db","bytes":4096}},
          {"server":"http://other","posts":{"count":0,"fetched":null,"comments":0,"pictures":0,"pictureBytes":0},\
        "comics":{"count":0,"fetched":null,"pictures":0,"pictureBytes":0},\
        "todos":{"count":0,"fetched":null,"waiting":0,"refused":0},"bookmarks":0,"codes":0,\
        "cache":null,"state":{"path":"/s/\\u001b.db","bytes":1}}
        ]

        """)
    #expect(try await base.run("status -f json").text == "[]\n")
  }

  @Test func `status without saved data says how to save everything`() async throws {
    #expect(
      try await base.run("status")
        == .init(
          text: "", notes: ["satchel: nothing is saved yet. Save everything with: satchel sync"], status: .success))
  }

  @Test func `status names a server whose data cannot be read and shows the rest`() async throws {
    var broken = ServerData(address: "http://b")
    broken.posts = SavedList(count: 1)
    broken.failures = [DatabaseError.damaged(file: "/c/b.db")]
    let printed = try await base.run("status", localData: .stub([broken, ServerData(address: "http://c")]))
    let advice = "Restore a good copy or move it away, or choose another folder with --state."
    #expect(printed.text == "http://b\n  posts      1\n\nhttp://c\n")
    #expect(printed.notes == ["satchel: http://b: cannot read the saved copy (/c/b.db is damaged). \(advice)"])
    #expect(printed.status == .unavailable)
    let none = try await base.run("status", localData: .failing(DatabaseError.notPermitted))
    #expect(
      none.notes == [
        "satchel: cannot read the folders of saved copies (no permission for its folder). Check who owns it, or choose another folder with --cache."
      ])
    #expect(none.status == .unavailable)
  }

  /// Returns local data that records the calls to `forget`.
  private func recording(_ calls: CallRecorder<String>, _ forgotten: Forgotten = Forgotten(bytes: 2_048)) -> LocalData {
    var localData = LocalData.stub(servers)
    localData.forget = { part, server, state in
      calls.record("\(part) \(server.absoluteString)\(state == .none ? "" : " \(state)")")
      return forgotten
    }
    return localData
  }

  @Test(arguments: [
    ("posts", "posts http://host", "posts of http://host"),
    ("comics --comics-server http://c", "comics http://c", "comics of http://c"),
    ("server https://x.org/a", "server https://x.org/a", "https://x.org/a"),
    ("server http://x --state-too", "server http://x delivered", "http://x"),
    ("server http://x --state-too --force", "server http://x all", "http://x"),
  ])
  func `forget removes the named data and prints the freed space`(
    line: String, call: String, what: String
  ) async throws {
    let calls = CallRecorder<String>()
    let printed = try await base.run("forget \(line)", localData: recording(calls))
    #expect(printed == .init(text: "\(what) forgotten, 2 KiB freed\n", notes: [], status: .success))
    #expect(calls.all == [call])
  }

  @Test func `forget warns about bookmarks without a saved copy and about unsent edits`() async throws {
    let forgotten = Forgotten(bytes: 0, emptyBookmarks: 1, unsent: 2)
    let printed = try await base.run("forget posts", localData: recording(CallRecorder(), forgotten))
    #expect(
      printed.notes == [
        "satchel: 1 bookmark is left, but not saved any more. Get what is bookmarked again with: satchel sync",
        "satchel: 2 changes were never sent.",
      ])
    for (words, sync) in [("posts http://x", "sync -s http://x"), ("comics http://x", "sync --comics-server http://x")]
    {
      let named = try await base.run("forget \(words)", localData: recording(CallRecorder(), forgotten))
      #expect(named.notes.first?.hasSuffix("again with: satchel \(sync)") == true)
    }
    let json = try await base.run("forget posts -f json -q", localData: recording(CallRecorder(), forgotten))
    #expect(json == .init(text: #"{"freed":0,"emptyBookmarks":1,"unsent":2}"# + "\n", notes: [], status: .success))
  }

  private static let reasons: [(ForgetError, Invocation.ExitStatus, String)] = [
    (
      .nothingSaved(servers: ["http://a", "http://b"]), .noSuchItem,
      "nothing is saved of http://x. There is something of: http://a, http://b"
    ),
    (
      .nothingSaved(servers: []), .noSuchItem,
      "nothing is saved of http://x. Nothing is saved of any other server either."
    ),
    (
      .unsent(["oil"]), .unavailable,
      "1 change was never sent (oil); nothing was forgotten. Add --force to lose them, or send them with: "
        + "satchel todos --deliver --todos-server http://x"
    ),
    (
      .unsent(["oil", "milk\u{1b}", "tea", "salt"]), .unavailable,
      "4 changes were never sent (oil, milk␛, tea, …); nothing was forgotten. Add --force to lose them, or send them "
        + "with: satchel todos --deliver --todos-server http://x"
    ),
    (
      .refused(["oil"]), .unavailable,
      "1 change was refused by the server (oil); nothing was forgotten. Add --force to lose them, or decide in the "
        + "reader: satchel --todos-server http://x"
    ),
    (
      .unreadable(DatabaseError.damaged(file: "/s/x.db")), .unavailable,
      "cannot read whether changes wait to be sent (/s/x.db is damaged); nothing was forgotten. "
        + "Add --force to forget them all the same."
    ),
  ]

  @Test(arguments: reasons)
  func `forget says why nothing was forgotten`(
    error: ForgetError, status: Invocation.ExitStatus, sentence: String
  ) async throws {
    var localData = LocalData.stub()
    localData.forget = { _, _, _ in throw error }
    #expect(
      try await base.run("forget server http://x --state-too", localData: localData)
        == .init(text: "", notes: ["satchel: \(sentence)"], status: status))
  }

  @Test func `forget feeds says how to go on when the state is damaged`() async throws {
    var localData = LocalData.stub()
    localData.forget = { _, _, _ in throw ForgetError.unreadable(DatabaseError.damaged(file: "/s/x.db")) }
    #expect(
      try await base.run("forget feeds --state-too", localData: localData).notes == [
        "satchel: cannot read the feeds in /states/satchel/ (/s/x.db is damaged); nothing was forgotten. "
          + "Restore a good copy or move it away, or choose another folder with --state."
      ])
  }

  @Test func `forget gives advice when not everything could be forgotten`() async throws {
    let printed = try await base.run("forget posts", localData: .failing(DatabaseError.busy))
    #expect(
      printed.notes == [
        "satchel: cannot forget all of it (another satchel is using its folder); run it again, it does no harm. Try again when it is done."
      ])
    #expect(printed.status == .unavailable)
  }

  @Test(arguments: [
    ("forget", "forget needs posts, comics, server or feeds"),
    ("forget post", "forget takes posts, comics, server or feeds, not post; did"),
    ("forget posts a", "forget posts needs an address such as http://localhost:8000, not a; did you mean http://a?"),
    ("forget posts a b", "forget posts takes one server"), ("forget server", "forget server needs one address"),
    ("forget server a b", "forget server takes one server at a time"),
    ("forget server a", "forget server needs an address such"),
    ("forget server http://a --force", "--force goes with --state-too"),
    ("forget posts --state-too --force", "--force belongs to forget server, not to forget posts"),
    ("status a", "status takes no argument"), ("posts --state-too", "--state-too belongs to forget, not to posts"),
  ])
  func `an invalid status or forget command line is rejected with an explanation`(line: String, complaint: String)
    async throws
  {
    let error = await #expect(throws: UsageError.self) { try await base.run(line) }
    #expect(error?.message.hasPrefix(complaint) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("forget posts", [:], "feeds"), ("forget posts", ["SATCHEL_SERVER": "http://h"], "posts"),
    ("forget posts http://h", [:], "posts"), ("forget feeds", [:], "feeds"),
  ])
  func `forget posts means the feeds when no server is named`(
    line: String, environment: [String: String], part: String
  ) async throws {
    let parts = CallRecorder<String>()
    var localData = LocalData.stub()
    localData.forget = { part, _, _ in
      parts.record(part.rawValue)
      return Forgotten()
    }
    let invocation = try Invocation(
      arguments: line.split(separator: " ").map(String.init), environment: environment,
      caches: URL(filePath: "/caches"), states: URL(filePath: "/states"))
    var repositories = Repositories.stub
    repositories.localData = localData
    let status = await invocation.run(
      repositories, output: CommandOutput(write: { _ in }, note: { _ in }), now: { .distantPast })
    #expect(status == .success)
    #expect(parts.all == [part])
  }
}
