import Foundation
import Terminal
import TerminalTestSupport
import Testing

/// Tests of keys typed before anything is shown, with a slow server: every key takes effect.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReaderHasteTests {
  @Test func `what is typed at once filters what is kept, and opens what was found`() async throws {
    let server = try await FixtureServer()
    let reader = try Reader(server: server.url)
    _ = try await reader.run("posts")
    try await server.control(#"{"latency": 2000}"#)
    var session = try ReaderSession(reader)
    try await session.wait { $0.isThere }
    try await session.type("/closing on\r\r") { $0[0].hasPrefix(" Posts › 133") && $0[2] == "    On closing" }
    try await session.type("\u{1B}\u{1B}") { $0[2].isSelected("Slack water") && $0[23].hasPrefix(" 1/133 ") }
    try await session.ends("q")
  }

  @Test func `with nothing kept, a filter typed at once waits for what comes, and quits nothing`() async throws {
    let server = try await FixtureServer("--latency", "1500")
    var session = try ReaderSession(Reader(server: server.url))
    try await session.wait { $0.isThere }
    try await session.type("/quiet") { $0[23].hasPrefix(" /quiet") }
    try await session.wait { $0.isLive && $0[23].hasPrefix(" /quiet") && !$0[2].contains("Slack water") }
    try await session.ends("\u{3}")
  }

  @Test func `the end and Enter at once open the last that is kept`() async throws {
    let server = try await FixtureServer()
    let reader = try Reader(server: server.url)
    _ = try await reader.run("posts")
    try await server.control(#"{"latency": 2000}"#)
    var session = try ReaderSession(reader)
    try await session.wait { $0.isThere }
    try await session.type("Gk:131\r\r") { $0[0].hasPrefix(" Posts › 131") }
    try await session.ends("Q")
  }
}

extension [String] {
  /// Whether the reader has drawn anything; keys typed before that go to the terminal.
  fileprivate var isThere: Bool { count > 1 && self[1].hasPrefix(" Posts") }
}
