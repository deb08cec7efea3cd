import Assembler
import CommandLine
import Database
import Foundation
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

/// Tests of the program on a system without SQLite.
struct WithoutSQLiteTests {
  private func run(_ line: String) async throws -> (notes: [String], status: Int32) {
    var dependencies = Dependencies.stub(terminal: RecordingTerminal().terminal)
    dependencies.checkSQLite = { throw DatabaseError.unavailable }
    dependencies.cache = { _ in .failing(DatabaseError.unavailable) }
    dependencies.state = { _ in .failing(DatabaseError.unavailable) }
    let invocation = try Invocation(
      arguments: line.split(separator: " ").map(String.init), environment: [:], caches: URL(filePath: "/caches"),
      states: URL(filePath: "/states"))
    let written = CallRecorder<String>()
    let notes = CallRecorder<String>()
    let status = await Assembler(
      invocation: invocation, dependencies: dependencies, now: { Date(timeIntervalSince1970: 0) }
    ).run(output: CommandOutput(write: { written.record($0) }, note: { notes.record($0) }), clock: ImmediateClock())
    return (notes.all, status)
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: ["", "posts", "post 1", "comics", "todos", "todo add x", "bookmark post 1", "sync", "status", "fetch"])
  func `the reader and every command that reads or saves say once which library is missing`(line: String) async throws {
    let ended = try await run(line)
    #expect(ended.notes == ["satchel: SQLite is not installed. Install the library libsqlite3."])
    #expect(ended.status == 69)
  }

  @Test(arguments: ["--help", "--version", "completions bash"])
  func `help, version and completions work without SQLite`(line: String) async throws {
    let ended = try await run(line)
    #expect(ended.notes == [])
    #expect(ended.status == 0)
  }
}
