import Foundation
import Terminal
import TerminalTestSupport
import Testing

/// Tests of the to-dos on a terminal.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReaderTodosTests {
  @Test func `edits made offline survive kill -9 and are delivered once`() async throws {
    let first = try await FixtureServer()
    let reader = try ReaderProgram(server: first.url)
    let before = try await reader.run("todos", "-q").output.split(separator: "\n").count
    await first.stop()

    // A program killed while it delivers blocks other deliveries for the timeout and five seconds.
    let arguments = ["-t", "0.5"]
    var session = try ReaderSession(reader, arguments)
    try await session.wait { $0.has("1 Posts") }
    // The keys arrive as fast as a paste: each counts, in this order.
    try await session.type("3Gaone\ratwo\rathree\r") {
      $0.header.contains("3 waiting")
        && $0.todos.suffix(3) == [
          "  [ ] ↑ one", "  [ ] ↑ two", "› [ ] ↑ three",
        ]
    }
    try await session.type("ge\u{15}coding in the sun\r") { $0.todos.first == "› [ ] ↑ coding in the sun" }
    try await session.type("j ") { $0.todos.dropFirst().first == "› [x] ↑ Wind the harbour clock" }
    // The header and the rows are read separately, so this waits for both.
    try await session.type("jd") { $0.header.contains("6 waiting to be sent") && $0.todos.count == before + 2 }
    let shown = session.rows.todos.map { $0.dropFirst(2) }
    #expect(!shown.contains { $0.hasSuffix("Feed the sourdough") })
    try session.signal("KILL")
    #expect(try await session.ended().status == -9)

    var again = try ReaderSession(reader, arguments)
    try await again.wait { $0.has("1 Posts") }
    try await again.type("3") {
      $0.header.contains("6 waiting to be sent") && $0.todos.map { $0.dropFirst(2) } == shown
    }

    let server = try await first.another()
    let delivered = shown.map { $0.replacing("↑", with: " ")[...] }
    try await again.type("r") {
      $0.isLive && !$0.header.contains("waiting") && $0.todos.map { $0.dropFirst(2) } == delivered
    }
    #expect(try await server.changes() == ["POST", "POST", "POST", "PUT", "PUT", "DELETE"])

    var other = try ReaderSession(ReaderProgram(server: server.url))
    try await other.wait { $0.isLive }
    try await other.type("3") { $0.isLive && $0.todos.map { $0.dropFirst(2) } == delivered }
    try await other.ends("q")
    try await again.ends("q")
    #expect(try await server.changes().count == 6, "no change is sent twice")
  }

  @Test func `to-dos typed right before q are saved`() async throws {
    let server = try await FixtureServer()
    await server.stop()
    let reader = try ReaderProgram(server: server.url)
    var session = try ReaderSession(reader)
    try await session.wait { $0.has("1 Posts") }
    let titles = (1...9).map { "number \($0)" }
    try await session.ends("3" + titles.map { "a\($0)\r" }.joined() + "q")
    #expect(try await reader.todoTitles("--offline").suffix(9) == titles)
  }

  @Test func `a change of a to-do by another process appears without a key`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    var session = try ReaderSession(reader)
    try await session.wait { $0.isLive }
    try await session.type("3") { $0.isLive && $0.todos.first == "› [ ]   coding" }
    #expect(try await reader.run("todo", "rename", "SJcbh6mtb", "reading", "-q").output == "SJcbh6mtb\t[ ]\treading\n")
    try await session.wait { $0.todos.first == "› [ ]   reading" }
    try await session.ends("q")
  }

  @Test func `z restores a deleted to-do on the server`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive }
    // The counts change together, but not together with the list.
    try await session.type("3") {
      $0.isLive && $0.todos.first == "› [ ]   coding" && $0.open == $0.todos.filter { $0.contains("[ ]") }.count
    }
    let open = try #require(session.rows.open)
    try await session.type("d") {
      $0.todos.first != "› [ ]   coding" && $0.open == open - 1 && !$0.header.contains("waiting")
    }
    #expect(try await server.changes() == ["DELETE"])
    try await session.type("z") {
      $0.todos.last?.hasSuffix("[ ]   coding") == true && $0.open == open && !$0.header.contains("waiting")
    }
    #expect(try await server.changes() == ["DELETE", "POST"])
    #expect(try await server.titles().filter { $0 == "coding" }.count == 1)
    try await session.ends("q")
  }

  @Test(arguments: [
    ("t", "Sending it again.", ["coding!"], ["PUT", "PUT"]),
    ("s", "Using the server's; z brings yours back.", ["coding"], ["PUT"]),
    ("n", "Added as a new to-do.", ["coding", "coding!"], ["PUT", "POST"]),
  ])
  func `a refused edit can be retried, replaced by the server's version or added as new`(
    key: String, said: String, titles: [String], changes: [String]
  ) async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive }
    try await session.type("3") { $0.isLive && $0.todos.first == "› [ ]   coding" }
    try await server.control(#"{"fault": "refuse", "path": "/api/todos/SJcbh6mtb", "method": "PUT", "times": 1}"#)
    try await session.type("e!\r") { $0.todos.first == "› [ ] ! coding!" && $0.header.contains("1 refused") }
    try await session.type("\r") { $0[23].contains("t try again") }
    try await session.type(key) { $0[23].contains(said) }
    try await session.wait {
      $0.todos.filter { $0.contains("coding") }.map { $0.dropFirst(8) } == titles.map { $0[...] }
        && !$0.header.contains("refused") && !$0.header.contains("waiting")
    }
    #expect(try await server.titles().filter { $0.hasPrefix("coding") } == titles)
    #expect(try await server.changes() == changes)
    try await session.ends("q")
  }
}

extension FixtureServer {
  /// Returns the methods of all requests that change to-dos.
  fileprivate func changes() async throws -> [String] {
    try await requests().filter { $0.path.hasPrefix("/api/todos") && $0.method != "GET" }.map(\.method)
  }

  /// Returns the titles that another client gets.
  fileprivate func titles() async throws -> [String] { try await ReaderProgram(server: url).todoTitles() }
}

extension ReaderProgram {
  /// Returns the titles that `todos` prints.
  fileprivate func todoTitles(_ options: String...) async throws -> [String] {
    struct Listed: Decodable { var title: String }
    let list = try await run(arguments: ["todos", "-f", "json", "-q"] + options).output
    return try JSONDecoder().decode([Listed].self, from: Data(list.utf8)).map(\.title)
  }
}

extension [String] {
  /// The header of the list.
  fileprivate var header: String { first { $0.hasPrefix(" To-dos") } ?? "" }
  /// The number of open to-dos in the header.
  fileprivate var open: Int? { header.firstMatch(of: /(\d+) open/).flatMap { Int($0.1) } }
  /// The rows of the list, without their first column.
  fileprivate var todos: [String] {
    filter { $0.contains("[ ]") || $0.contains("[x]") }.map { String($0.dropFirst()) }
  }
}
