import Dispatch
import Foundation
import ProcessTestSupport
import Testing

/// Tests of to-dos on the command line: without a server, with faults, killed, and several programs at once.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct EndToEndTodosTests {
  private struct Shown: Decodable, Equatable {
    var id: String?
    var tempId: String?
    var title: String
    var completed: Bool
    var pending: Bool
    var refused: String?
  }

  private func todos(_ reader: ReaderProgram) async throws -> [Shown] {
    try JSONDecoder().decode([Shown].self, from: Data(try await reader.run("todos", "-f", "json", "-q").output.utf8))
  }

  private func changes(_ server: FixtureServer) async throws -> [String] {
    try await server.requests().filter { ["POST", "PUT", "DELETE"].contains($0.method) && $0.path != "/control" }
      .map(\.method)
  }

  @Test(arguments: [
    (#"printf 'caf\xe9\n' | satchel todo add -"#, "standard input is not UTF-8; nothing changed."),
    (#"printf 'caf\xe9' | satchel todo rename SJcbh6mtb -"#, "standard input is not UTF-8; nothing changed."),
    (#"satchel todo add ok $'caf\xe9'"#, "caf\u{FFFD} is not UTF-8. Check the character set of the terminal."),
  ])
  func `a title that is not UTF-8 is refused`(command: String, message: String) async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let program = try #require(ReaderProgram.program).path()
    let ended = try await reader.run(
      arguments: ["-c", "satchel() { '\(program)' \"$@\"; }; \(command)"], executable: URL(filePath: "/bin/bash"))
    #expect(ended == .init(output: "", notes: "satchel: \(message)\n", status: 64))
    #expect(try await changes(server) == [])
  }

  @Test func `edits made offline are listed and delivered once when the server returns`() async throws {
    let first = try await FixtureServer()
    let reader = try ReaderProgram(server: first.url)
    let before = try await todos(reader)
    await first.stop()
    let added = try await reader.run("todo", "add", "one", "two", "three")
    #expect(added.status == 0)
    #expect(added.notes.contains("unsent changes will be sent later"))
    let ids = added.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    _ = try await reader.run("todo", "rename", ids[0], "uno")
    _ = try await reader.run("todo", "done", ids[1])
    _ = try await reader.run("todo", "delete", ids[2])
    _ = try await reader.run("todo", "delete", "SJcbh6mtb")
    let refused = try await reader.run("todos", "--deliver")
    #expect(refused.status == 69, "\(refused)")
    let offline = try await todos(reader)
    #expect(offline.map(\.title) == before.dropFirst().map(\.title) + ["uno", "two"])
    #expect(offline.suffix(2).map(\.completed) == [false, true])

    let server = try await first.another()
    let delivery = try await reader.run("todos", "--deliver")
    #expect(delivery.output == "3 delivered, 0 refused, 0 waiting to be sent\n", "\(delivery)")
    let changes = try await changes(server)
    #expect(changes.sorted() == ["DELETE", "POST", "POST"])
    let online = try await todos(reader)
    #expect(online.map(\.title) == offline.map(\.title))
    #expect(online.filter { $0.id == nil || $0.pending } == [])
    #expect(try await todos(ReaderProgram(server: server.url)) == online, "another client shows the same to-dos")
    #expect(try await self.changes(server).count == 3)
  }

  @Test func `an edit whose answer was lost is not sent again, and a refused edit shows its reason`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    try await server.control(#"{"fault": "lost-answer", "times": 1}"#)
    #expect(try await reader.run("todo", "add", "mine").status == 0)
    #expect(try await todos(reader).filter { $0.title == "mine" }.map(\.pending) == [false])
    #expect(try await changes(server) == ["POST"])

    try await server.control(#"{"fault": "refuse", "path": "/api/todos/42"}"#)
    let refused = try await reader.run("todo", "done", "42")
    #expect(refused.status == 69)
    #expect(refused.notes.contains("the server refused it (422)"))
    #expect(
      try await todos(reader).first { $0.id == "42" }?.refused
        == "the server refused it (422): “This is not done here.”")
  }

  @Test func `killed and concurrent programs deliver every saved to-do exactly once`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let usual = try await ContinuousClock().measure { _ = try await reader.run("todo", "add", "first") }
    for round in 0..<12 {
      // A lease and a lost addition delay other programs by at most the timeout and five seconds.
      let child = try reader.start(["todo", "add", "round \(round)", "-t", "0.5"], output: .nullDevice)
      let delay = usual / .seconds(1) * Double(round) / 10
      DispatchQueue.global().asyncAfter(deadline: .now() + delay) { child.signal(SIGKILL) }
      _ = await child.status
    }
    var isDone = false
    while !isDone {
      try Task.checkCancellation()
      async let one = reader.run("todos", "--deliver", "-t", "0.5")
      async let other = reader.run("todos", "--deliver", "-t", "0.5")
      let statuses = try await [one.status, other.status]
      isDone = statuses == [0, 0]
    }
    let titles = try await todos(reader).map(\.title).filter { $0.hasPrefix("round") }
    #expect(Set(titles).count == titles.count, "no to-do is duplicated")
    #expect(
      try await todos(ReaderProgram(server: server.url)).filter { $0.title.hasPrefix("round") }.map(\.title) == titles)
  }
}
