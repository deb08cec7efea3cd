import Assembler
import CommandLine
import Database
import DatabaseLive
import Foundation
import NetworkClient
import Repositories
import Settings
import Subscriptions
import SubscriptionsStore
import Synchronization
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

struct AssemblerTests {
  func run(
    _ line: String, _ dependencies: Dependencies, clock: TestClock = TestClock(), file: SettingsFile = .stub(),
    keep: Int? = nil, environment: [String: String] = ["SATCHEL_SERVER": "http://localhost:8000"]
  ) async throws -> (text: String, notes: [String], status: Int32) {
    var invocation = try Invocation(
      arguments: line.split(separator: " ").map(String.init), environment: environment,
      caches: URL(filePath: "/caches"),
      states: URL(filePath: "/states"), file: file)
    if let keep { invocation.settings.keep = keep }
    let written = CallRecorder<String>()
    let notes = CallRecorder<String>()
    let assembler = Assembler(
      invocation: invocation, dependencies: dependencies, now: { Date(timeIntervalSince1970: 0) })
    let output = CommandOutput(write: { written.record($0) }, note: { notes.record($0) })
    let status = await assembler.run(output: output, clock: clock)
    return (written.all.joined(), notes.all, status)
  }

  @Test func `the stub configuration prints the sample posts`() async throws {
    #expect(try await run("posts", .stub()).text.hasPrefix("1\tThe lamp room"))
    let post = try await run("post 1", .stub())
    #expect(post.text.contains("Author:   Ines Calder\nComments: 2\n"))
    #expect(post.notes == [])
    #expect(try await run("post 99", .stub()).status == 66)
  }

  @Test func `the failing configuration reports the failure and exits with status 69`() async throws {
    let posts = try await run("posts", .failing())
    #expect(posts.status == 69)
    #expect(posts.notes.first?.contains("cannot read the saved copy") == true)
  }

  @Test(arguments: ["sync", "status", "forget posts --state-too", "todos", "doctor --offline", "posts --unread"])
  func `the advice for state of a newer version names its folder`(line: String) async throws {
    var dependencies = Dependencies.stub()
    let newer = DatabaseError.newer(file: "/states/satchel/a.db", isState: true)
    let file = SavedFile(path: "a.db", bytes: 1)
    dependencies.cacheFiles = { [FileName("http localhost 8000 "): file] }
    dependencies.stateFiles = { [FileName("http localhost 8000 "): file] }
    dependencies.state = { _ in .failing(newer) }
    let ended = try await run(line, dependencies)
    let said = ended.text + ended.notes.joined(separator: "\n")
    #expect(ended.status != 0)
    #expect(said.contains("a newer satchel wrote /states/satchel/a.db"), "\(said)")
    #expect(said.contains("Use that one, or choose another folder with --state."), "\(said)")
    #expect(!said.contains("--cache"), "\(said)")
    #expect(!said.contains("in /caches/"), "\(said)")
  }

  @Test func `posts and post with --offline send no request`() async throws {
    var dependencies = Dependencies.stub()
    dependencies.network.send = unexpected("send")
    #expect(try await run("posts --offline", dependencies).status == 69)
    #expect(try await run("post 1 --offline", dependencies).status == 69)
  }

  @Test func `posts with --offline runs no program of a feed`() async throws {
    var dependencies = Dependencies.stub()
    dependencies.network.send = unexpected("send")
    dependencies.subscriptions = .stub(SubscriptionFile(Array(#""exec:list" ~List"#.utf8)))
    let run = CallRecorder<String>()
    dependencies.runProgram = { command, _ in
      run.record(command)
      return Data("<rss><channel><item><guid>1</guid><title>One</title></item></channel></rss>".utf8)
    }
    _ = try await self.run("posts --offline", dependencies, environment: [:])
    #expect(run.all == [])
    #expect(try await self.run("posts", dependencies, environment: [:]).text.hasSuffix("\tOne\n"))
    #expect(run.all == ["list"])
  }

  @Test func `a failure of the subscriptions together names no server`() async throws {
    let database = Database.memory()
    var dependencies = Dependencies.stub()
    dependencies.cache = { _ in database }
    dependencies.subscriptions = .stub(SubscriptionFile(Array("http://a.example/feed".utf8)))
    dependencies.network.send = { .init(status: 429, url: $0.url, headers: [("Retry-After", "600")]) }
    _ = try await run("feeds refresh", dependencies, environment: [:])
    let paused = try await run("posts", dependencies, environment: [:])
    #expect(paused.notes.joined().contains("paused until 1970-01-01 00:10 UTC"), "\(paused.notes)")
    #expect(!paused.notes.joined().contains("localhost"), "\(paused.notes)")
  }

  @Test(.timeLimit(.minutes(5)))
  func `endless comment pages are abandoned one timeout after the post arrived`() async throws {
    let clock = TestClock()
    var dependencies = Dependencies.stub()
    dependencies.network.send = { [samples = dependencies.network] request in
      // An author could still be loading, or already have a cached copy, when the time is up.
      if request.url.path() == "/posts/1" {
        return .init(url: request.url, body: Data(#"{"id": 1, "title": "Rope", "body": "Coil."}"#.utf8))
      }
      guard request.url.path() == "/comments" else { return try await samples.send(request) }
      try await clock.sleep(for: .milliseconds(1_500))
      let page =
        URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems?
        .first { $0.name == "page" }?.value.flatMap(Int.init) ?? 1
      return .init(
        url: request.url, headers: [("Link", "</comments?postId=1&page=\(page + 1)>; rel=next")],
        body: Data(#"[{"id": \#(page), "postId": 1}]"#.utf8))
    }
    async let run = run("post 1 --timeout 2", dependencies, clock: clock)
    await clock.sleeping(2)
    clock.advance(by: .milliseconds(1_500))
    await clock.sleeping(2)
    clock.advance(by: .milliseconds(500))
    let post = try await run
    #expect(post.text.hasSuffix("Author:   —\nComments: —\n"))
    #expect(post.status == 0)
    #expect(
      post.notes == ["satchel: no answer in time: http://localhost:8000; parts are missing."])
  }

  @Test(.timeLimit(.minutes(5)))
  func `sync sends at most six requests at a time across all sections`() async throws {
    let underWay = Mutex(0)
    let most = CallRecorder<Int>()
    let gate = Gate()
    var dependencies = Dependencies.stub()
    dependencies.network.send = { [samples = dependencies.network] request in
      most.record(
        underWay.withLock { count in
          count += 1
          return count
        })
      defer { underWay.withLock { $0 -= 1 } }
      try await gate.pause()
      // There are enough comics to reach the limit of requests.
      if request.url.lastPathComponent == "info.0.json", request.url.pathComponents.count == 2 {
        return .init(url: request.url, body: Data(#"{"num": 40, "title": "Forty"}"#.utf8))
      }
      return try await samples.send(request)
    }
    let opening = Task { while !Task.isCancelled { await gate.open() } }
    let synced = try await run("sync --pictures all", dependencies)
    opening.cancel()
    #expect(synced.text.hasPrefix("posts: 3 saved, 3 with author and comments\n"))
    #expect(most.all.max() == 6)
  }

  @Test(arguments: ["posts -s http://blog.example/feed.json", "doctor -s http://blog.example/feed.json"])
  func `a feed outside the subscriptions is requested with the header fields of its rule`(command: String) async throws
  {
    let cookies = CallRecorder<String?>()
    var dependencies = Dependencies.stub()
    dependencies.network.send = { request in
      guard request.url.path() == "/feed.json" else { throw NetworkClient.Error.rejected(status: 404) }
      cookies.record(request.headers["Cookie"])
      let feed = #"{"version": "https://jsonfeed.org/version/1", "title": "B", "items": [{"id": "1", "title": "One"}]}"#
      return .init(url: request.url, body: Data(feed.utf8))
    }
    func file(_ match: String) -> SettingsFile {
      .stub(#"{ feeds: [{ match: "\#(match)", headers: { Cookie: "a=b" } }] }"#)
    }
    _ = try await run(command, dependencies, file: file("http://www.blog.example/feed.json"))
    _ = try await run(command, dependencies, file: file("http://other.example/feed.json"))
    #expect(cookies.all == ["a=b", nil])
  }

  @Test(arguments: ["post", "bookmark post"])
  func `a post of a subscribed feed is found by a prefix with which many of other feeds begin`(command: String)
    async throws
  {
    let counts = ["/many": 400, "/few": 40]
    var dependencies = Dependencies.stub()
    let cache = Database.memory()
    let state = Database.memory()
    dependencies.cache = { _ in cache }
    dependencies.state = { _ in state }
    dependencies.subscriptions = .stub(SubscriptionFile(Array("http://h.example/many\nhttp://h.example/few\n".utf8)))
    dependencies.network.send = { request in
      guard let count = counts[request.url.path()] else { throw NetworkClient.Error.rejected(status: 404) }
      let items = (0..<count).map { #"{"id": "\#($0)", "title": "No. \#($0) of \#(count)"}"# }
      let feed = #"{"version": "https://jsonfeed.org/version/1", "items": [\#(items.joined(separator: ", "))]}"#
      return .init(url: request.url, body: Data(feed.utf8))
    }
    #expect(try await run("feeds refresh", dependencies, environment: [:]).status == 0)
    let server = "-s http://h.example/few"
    let lines = try await run("posts \(server)", dependencies).text.split(separator: "\n")
    let ids = lines.map { $0.prefix { $0 != "\t" } }
    #expect(ids.count == 40)
    let first = Dictionary(grouping: ids) { $0.prefix(1) }
    let single = first.values.filter { $0.count == 1 }
    let pair = first.values.filter { $0.count == 2 }
    #expect(!single.isEmpty)
    #expect(!pair.isEmpty)
    for ids in single {
      let found = try await run("\(command) \(ids[0].prefix(1)) \(server)", dependencies)
      #expect(found.status == 0, "\(found.notes)")
    }
    for ids in pair {
      let found = try await run("\(command) \(ids[0].prefix(1)) \(server)", dependencies)
      #expect(found.status == 64)
      for id in ids { #expect(found.notes.joined().contains("\(id) No. ")) }
    }
  }

  @Test func `each server has its own databases, opened once per run, however its address is spelled`() async throws {
    let cached = CallRecorder<String>()
    let localData = CallRecorder<String>()
    var dependencies = Dependencies.stub()
    dependencies.cache = { name in
      cached.record(name.text)
      return .memory()
    }
    dependencies.state = { name in
      localData.record(name.text)
      return .memory()
    }
    for server in ["http://h", "HTTP://H:80/", "https://h", "http://h:81", "http://h/a", "http://h/A"] {
      _ = try await run("post 1 --server \(server)", dependencies)
    }
    for servers in [cached.all, localData.all] {
      #expect(servers.count == 6)
      #expect(Set(servers.prefix(2)).count == 1)
      #expect(Set(servers).count == 5)
    }
  }

  @Test func `the stub configuration fetches the sample code and counts the fetches per server`() async throws {
    let states = CallRecorder<(FileName, Database)>()
    let dependencies = Dependencies.stub()
    var localData = dependencies
    localData.state = { name in
      if let known = states.all.first(where: { $0.0 == name }) { return known.1 }
      let database = Database.memory()
      states.record((name, database))
      return database
    }
    #expect(try await run("fetch", dependencies).text == "5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570\nfetched 1 time\n")
    #expect(try await run("fetch --server http://host/api", dependencies).status == 0)
    for count in 1...3 {
      #expect(try await run("fetch -f json", localData).text.hasSuffix("\"count\":\(count)}\n"))
      #expect(try await run("fetch --last --offline", localData).text.contains("fetched \(count) time"))
    }
    #expect(try await run("fetch --last -s http://other", localData).text == "no response code yet\nfetched 0 times\n")
    #expect(try await run("fetch --last -s HTTP://LOCALHOST:8000/", localData).text.contains("fetched 3 times"))
  }

  @Test func `each command asks the server that the configuration file names for it`() async throws {
    let file = SettingsFile.stub(
      """
      { servers: { work: { address: "http://posts", comics: "http://comics", todos: "http://todos", fetch: "http://codes" } } }
      """)
    let asked = CallRecorder<String>()
    var dependencies = Dependencies.stub()
    dependencies.network.send = { [samples = dependencies.network] request in
      asked.record(request.url.host() ?? "")
      return try await samples.send(request)
    }
    for (command, host) in [
      ("posts", "posts"), ("comic 1", "comics"), ("todos", "todos"), ("fetch", "codes"), ("bookmark comic 1", "comics"),
    ] {
      let count = asked.all.count
      let ended = try await run("@work \(command)", dependencies, file: file)
      #expect(ended.status == 0, "\(command): \(ended) \(asked.all)")
      #expect(Set(asked.all.dropFirst(count)) == [host], "\(command): \(ended) \(asked.all)")
    }
    let refused = try await run("@work fetch --offline", dependencies, file: file)
    #expect(refused.status == 69)
    dependencies.network = .failing(NetworkClient.Error.unreachable(.refused))
    #expect(try await run("@work fetch", dependencies, file: file).notes.first?.contains("http://codes") == true)
  }

  @Test func `fetch with the failing configuration prints nothing and says why`() async throws {
    for line in ["fetch", "fetch --last"] {
      let fetch = try await run(line, .failing())
      #expect(fetch.status == 69)
      #expect(fetch.text == "")
      #expect(fetch.notes.first?.contains("/states/satchel/ (no permission for its folder)") == true)
    }
  }

  @Test func `fetch --offline fails and fetch --last succeeds, both without a request`() async throws {
    var dependencies = Dependencies.stub()
    dependencies.network.send = unexpected("send")
    #expect(try await run("fetch --offline", dependencies).status == 69)
    #expect(try await run("fetch --last", dependencies).status == 0)
  }

  @Test(.timeLimit(.minutes(5)))
  func `without a command the program opens the reader on the terminal`() async throws {
    let recording = RecordingTerminal()
    let invocation = try Invocation(
      arguments: [], environment: ["SATCHEL_SERVER": "http://localhost:8000"], caches: URL(filePath: "/caches"),
      states: URL(filePath: "/states"))
    let assembler = Assembler(
      invocation: invocation, dependencies: .stub(terminal: recording.terminal), now: { Date(timeIntervalSince1970: 0) }
    )
    let output = CommandOutput(write: { _ in throw OutputError.failed("not here") }, note: { _ in })
    async let status = assembler.run(output: output, clock: ImmediateClock())
    while let text = await recording.nextWrite(), !text.contains("The lamp room") {}
    recording.press("q")
    #expect(await status == 0)
  }

  @Test(.timeLimit(.minutes(5)), arguments: [true, false])
  func `the reader opens each database once and closes it at the end, waiting at most 200 ms`(
    isBusy: Bool
  ) async throws {
    let recording = RecordingTerminal()
    let clock = TestClock()
    let opened = CallRecorder<String>()
    let closed = CallRecorder<String>()
    let busy = Gate()
    @Sendable func database(_ kind: String) -> @Sendable (FileName) -> Database {
      { name in
        opened.record(kind + name.text)
        var database = Database.memory()
        database.close = {
          if isBusy { try? await busy.pause() }
          closed.record(kind + name.text)
        }
        return database
      }
    }
    var dependencies = Dependencies.stub(terminal: recording.terminal)
    dependencies.cache = database("cache ")
    dependencies.state = database("state ")
    let invocation = try Invocation(
      arguments: [], environment: ["SATCHEL_SERVER": "http://localhost:8000"], caches: URL(filePath: "/caches"),
      states: URL(filePath: "/states"))
    let assembler = Assembler(
      invocation: invocation, dependencies: dependencies, now: { Date(timeIntervalSince1970: 0) })
    async let status = assembler.run(output: CommandOutput(write: { _ in }, note: { _ in }), clock: clock)
    while let text = await recording.nextWrite(), !text.contains("The lamp room") {}
    recording.press("q")
    if isBusy {
      await busy.arrived()
      await clock.sleeping(for: .milliseconds(200))
      clock.advance(by: .milliseconds(200))
    }
    #expect(await status == 0)
    #expect(opened.all.count == 2)
    #expect(Set(opened.all).count == 2)
    #expect(closed.all.sorted() == (isBusy ? [] : opened.all.sorted()))
    if isBusy { for _ in opened.all { await busy.open() } }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a reader ended by a termination signal exits with status 143`() async throws {
    let recording = RecordingTerminal()
    let invocation = try Invocation(
      arguments: [], environment: ["SATCHEL_SERVER": "http://localhost:8000"], caches: URL(filePath: "/caches"),
      states: URL(filePath: "/states"))
    let assembler = Assembler(
      invocation: invocation, dependencies: .failing(terminal: recording.terminal),
      now: { Date(timeIntervalSince1970: 0) })
    recording.send(.terminated(.terminate))
    let output = CommandOutput(write: { _ in }, note: { _ in })
    #expect(await assembler.run(output: output, clock: ImmediateClock()) == 143)
  }

  @Test func `without a terminal, or on a dumb one, the program prints the posts`() async throws {
    let posts = try await run("posts", .stub())
    #expect(try await run("", .stub()).text == posts.text)
    let dumb = Terminal.stub(capabilities: Capabilities(isDumb: true))
    #expect(try await run("", .stub(terminal: dumb)).text == posts.text)
  }
}
