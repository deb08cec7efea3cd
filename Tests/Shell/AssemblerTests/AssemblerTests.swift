import Assembler
import CommandLine
import FileStore
import Foundation
import NetworkClient
import Store
import Terminal
import TerminalTestSupport
import TestClocks
import TestSupport
import Testing

struct AssemblerTests {
  func run(_ line: String, _ dependencies: Dependencies) async throws -> (
    text: String, notes: [String], status: Int32
  ) {
    let invocation = try Invocation(
      arguments: line.split(separator: " ").map(String.init), environment: [:], caches: URL(filePath: "/caches"),
      states: URL(filePath: "/states"))
    let (written, notes) = (Calls<String>(), Calls<String>())
    let assembler = Assembler(
      invocation: invocation, dependencies: dependencies, now: { Date(timeIntervalSince1970: 0) })
    let output = CommandOutput(write: { written.record($0) }, note: { notes.record($0) })
    let status = await assembler.run(output: output, clock: ImmediateClock())
    return (written.all.joined(), notes.all, status)
  }

  @Test func `stub shows the samples`() async throws {
    #expect(try await run("posts", .stub()).text.hasPrefix("1\tThe lamp room"))
    let post = try await run("post 1", .stub())
    #expect(post.text.contains("Author:   Ines Calder\nComments: 2\n"))
    #expect(post.notes == [])
    #expect(try await run("post 99", .stub()).status == 66)
  }

  @Test func `failing shows the failure`() async throws {
    let posts = try await run("posts", .failing())
    #expect(posts.status == 69)
    #expect(posts.notes.first?.contains("cannot be read") == true)
  }

  @Test func `offline touches no network`() async throws {
    var dependencies = Dependencies.stub()
    dependencies.network.send = unexpected("send")
    #expect(try await run("posts --offline", dependencies).status == 69)
    #expect(try await run("post 1 --offline", dependencies).status == 69)
  }

  @Test func `each server and each kind has a folder of its own`() async throws {
    let (asked, servers) = (Calls<[String]>(), Calls<String>())
    var dependencies = Dependencies.stub()
    dependencies.copies = { server in
      servers.record(server.text)
      return nil
    }
    dependencies.folder = { names in
      asked.record(names.map(\.text))
      return .memory()
    }
    for server in ["http://h", "HTTP://H:80/", "https://h", "http://h:81", "http://h/a", "http://h/A"] {
      _ = try await run("post 1 --server \(server)", dependencies)
    }
    try #require(servers.all.count == 6)
    #expect(servers.all[0] == servers.all[1])
    #expect(Set(servers.all).count == 5)
    #expect(asked.all.map { $0.first } == servers.all.flatMap { [$0, $0] })
    #expect(Set(asked.all.map(\.last)) == ["users", "comments"])
  }

  @Test func `stub fetches the sample, and goes on counting`() async throws {
    let (state, dependencies) = (FileStore.memory(), Dependencies.stub())
    var kept = dependencies
    kept.state = { names in
      state.pullback(
        key: { FileName((names + [$0]).map(\.text).joined(separator: "-")) }, decode: { $0 }, encode: { $0 })
    }
    #expect(try await run("fetch", dependencies).text == "5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570\nfetched 1 time\n")
    #expect(try await run("fetch --server http://host/api", dependencies).status == 0)
    for count in 1...3 {
      #expect(try await run("fetch -f json", kept).text.hasSuffix("\"count\":\(count)}\n"))
      #expect(try await run("fetch --last --offline", kept).text.contains("fetched \(count) time"))
    }
    #expect(try await run("fetch --last -s http://other", kept).text == "no response code yet\nfetched 0 times\n")
    #expect(try await run("fetch --last -s HTTP://LOCALHOST:8000/", kept).text.contains("fetched 3 times"))
  }

  @Test func `failing fetches nothing, and says why`() async throws {
    for line in ["fetch", "fetch --last"] {
      let fetch = try await run(line, .failing())
      #expect(fetch.status == 69 && fetch.text == "")
      #expect(fetch.notes.first?.contains("/states/satchel/ (its folder may not be used)") == true)
    }
  }

  @Test func `offline fetches nothing, and touches no network`() async throws {
    var dependencies = Dependencies.stub()
    dependencies.network.send = unexpected("send")
    #expect(try await run("fetch --offline", dependencies).status == 69)
    #expect(try await run("fetch --last", dependencies).status == 0)
  }

  @Test(.timeLimit(.minutes(1)))
  func `without a command it is the reader, on the terminal there is`() async throws {
    let recording = Recording()
    let invocation = try Invocation(
      arguments: [], environment: [:], caches: URL(filePath: "/caches"),
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

  @Test(.timeLimit(.minutes(1)))
  func `a signal that ends the reader is its exit status`() async throws {
    let recording = Recording()
    let invocation = try Invocation(
      arguments: [], environment: [:], caches: URL(filePath: "/caches"),
      states: URL(filePath: "/states"))
    let assembler = Assembler(
      invocation: invocation, dependencies: .failing(terminal: recording.terminal),
      now: { Date(timeIntervalSince1970: 0) })
    recording.send(.terminated(.terminate))
    let output = CommandOutput(write: { _ in }, note: { _ in })
    #expect(await assembler.run(output: output, clock: ImmediateClock()) == 143)
  }

  @Test func `where there is no terminal, or a dumb one, it prints what posts prints`() async throws {
    let posts = try await run("posts", .stub())
    #expect(try await run("", .stub()).text == posts.text)
    let dumb = Terminal.stub(capabilities: Capabilities(isDumb: true))
    #expect(try await run("", .stub(terminal: dumb)).text == posts.text)
  }
}
