import Foundation
import Terminal
import TerminalTestSupport
import Testing

/// Tests of keys typed before anything is shown, with a slow server: every key takes effect.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct TypeAheadTests {
  /// Starts the reader with cached posts and a server that has become slow.
  private func cachedSession(_ server: FixtureServer) async throws -> ReaderSession {
    let reader = try ReaderProgram(server: server.url)
    _ = try await reader.run("posts")
    try await server.control(#"{"latency": 2000}"#)
    var session = try ReaderSession(reader)
    try await session.wait { $0.isThere }
    return session
  }

  @Test func `keys typed at once filter the cached list and open the match`() async throws {
    let server = try await FixtureServer()
    var session = try await cachedSession(server)
    try await session.type("/closing on\r\r") { $0[0].hasPrefix(" Posts › 133") && $0[2] == "    On closing" }
    try await session.type("\u{1B}\u{1B}") { $0[2].isSelected("Slack water") && $0[23].hasPrefix(" 1/133 ") }
    try await session.ends("q")
  }

  @Test func `a filter typed before anything is cached applies when the list arrives`() async throws {
    let server = try await FixtureServer("--latency", "1500")
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isThere }
    try await session.type("/quiet") { $0[23].hasPrefix(" /quiet") }
    try await session.wait { $0.isLive && $0[23].hasPrefix(" /quiet") && !$0[2].contains("Slack water") }
    try await session.ends("\u{3}")
  }

  @Test func `keys typed at once go to a cached post by its number and open it`() async throws {
    let server = try await FixtureServer()
    var session = try await cachedSession(server)
    try await session.type("Gk:131\r\r") { $0[0].hasPrefix(" Posts › 131") }
    try await session.ends("Q")
  }

  @Test func `bookmarks set right before q are saved`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    var session = try ReaderSession(reader)
    try await session.wait { $0.isLive }
    try await session.ends("bjbjjbq")
    let printed = try await reader.run(arguments: ["posts", "--bookmarked", "--offline", "-q"]).output
    #expect(printed.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == ["4", "2", "1"])
  }
}

extension [String] {
  /// Whether the reader has drawn anything; keys typed before that go to the terminal.
  fileprivate var isThere: Bool { count > 1 && self[1].hasPrefix(" Posts") }
}
