import Foundation
import Terminal
import TerminalTestSupport
import Testing

/// Tests of the reader while servers stop and start.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReaderOutageTests {
  @Test func `a list stays visible as saved with the reason while the server is down, and recovers`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive && $0[2].contains("Saoirse") }
    let rows = session.rows[2...22]
    await server.stop()
    try await session.type("r") { $0.isCached && $0[22].hasPrefix(" Connection refused: http://127.0.0.1") }
    #expect(session.rows[2...21] == rows.dropLast())
    let again = try await server.another()
    try await session.type("r") { $0.isLive && !$0[22].contains("Connection refused") }
    #expect(session.rows[2...22] == rows)
    try await session.ends("q")
    await again.stop()
  }

  @Test func `an empty cache without a server shows a Load button that works when the server returns`() async throws {
    let server = try await FixtureServer()
    await server.stop()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.contains { $0.contains("Nothing to show.") } }
    let text = session.rows
    #expect(text.contains { $0.contains("Connection refused: http") })
    #expect(text.contains { $0.hasSuffix("  [ Load ]") })
    #expect(text.contains { $0.hasSuffix("  \(server.url.absoluteString)") })
    #expect(session.display.screen.cursor.row == text.firstIndex { $0.contains("[ Load ]") })
    let again = try await server.another()
    try await session.type("\r") { $0.isLive && $0[2].isSelected("Slack water") }
    try await session.ends("q")
    await again.stop()
  }

  @Test func `with a slow server the cached copy is shown at once and replaced by the answer`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    _ = try await reader.run("posts")
    try await server.control(#"{"latency": 1400, "edit": {"posts": {"1": {"title": "High water"}}}}"#)
    var session = try ReaderSession(reader)
    try await session.wait { $0[2].isSelected("Slack water") && $0.isCached && $0.isRefreshing }
    try await session.wait { $0.isLive && $0[2].isSelected("High water") }
    try await session.ends("q")
  }

  @Test func `a hanging server times out, and r requests it again`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    _ = try await reader.run("posts")
    try await server.control(#"{"fault": "hang"}"#)
    var session = try ReaderSession(reader, ["--timeout", "2"])
    try await session.wait { $0.isCached && $0[2].isSelected("Slack water") && $0.isRefreshing }
    try await session.type("j") { $0[3].isSelected("How to wind a lighthouse") }
    try await session.wait { $0.isCached && $0[22].hasPrefix(" No answer in time: ") }
    try await server.control(#"{"fault": null}"#)
    try await session.type("r") { $0.isLive && $0[3].isSelected("How to wind a lighthouse") }
    try await session.ends("q")
  }

  @Test func `a server killed during its answer shows the cached list and a lost connection`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive }
    let asked = try await server.requests().count { $0.path.hasPrefix("/posts") }
    try await server.control(#"{"fault": "drip"}"#)
    try await session.type("r") { $0.isRefreshing }
    // If the server stopped before it began to answer, the client would retry, and its connection would be refused.
    try await server.requests { $0.count { $0.path.hasPrefix("/posts") } > asked }
    await server.stop()
    try await session.wait { $0.isCached && $0[22].hasPrefix(" Connection lost: ") }
    #expect(session.rows[2].isSelected("Slack water"))
    try await session.ends("q")
  }

  @Test func `a failure is cleared when the server answers any request`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive }
    try await server.control(#"{"fault": "reset"}"#)
    try await session.type("r") { $0[22].hasPrefix(" Connection lost: ") }
    try await server.control(#"{"fault": null}"#)
    try await session.type("\r") { $0.isLive && $0[0].hasPrefix(" Posts › 1") }
    try await session.type("\u{1B}") { $0.isLive && $0[2].isSelected("Slack water") && !$0[22].contains("onnection") }
    try await session.ends("q")
  }

  @Test func `Esc cancels a reload at once`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive }
    try await server.control(#"{"latency": 20000}"#)
    try await session.type("r") { $0.isRefreshing && $0[23].contains("esc stop") }
    try await session.type("\u{1B}") { $0.isCached && !$0.isRefreshing && $0[23].contains("r reload") }
    try await session.ends("q")
  }

  @Test func `a failed page shows its reason and is requested again`() async throws {
    let server = try await FixtureServer("--posts", "250")
    try await server.control(#"{"fault": "error-500", "path": "/posts?_page=2"}"#)
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive }
    let title = "In praise of the waterproof thermometer"
    try await session.type("G") { $0[22].contains("Server error (500)") && $0[21].isSelected(title) }
    #expect(session.rows[23].hasPrefix(" 100/100+"))
    try await server.control(#"{"fault": null}"#)
    try await session.type("G") { $0[23].hasPrefix(" 250/250 ") }
    try await session.type("!") { $0[0] == " Recent errors" && $0[1].contains("Server error (500)") }
    try await session.type("\u{1B}") { $0.isLive }
    try await session.ends("q")
  }

  @Test func `offline, a post that was read is shown in full, any other with the reason for the failure`() async throws
  {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    _ = try await reader.run("posts")
    _ = try await reader.run("post", "1")
    await server.stop()
    var session = try ReaderSession(reader)
    try await session.wait { $0.isCached }
    try await session.type("\r") { $0.isCached && $0[2] == "    Slack water" && $0[22].contains("Connection refused") }
    #expect(session.rows[5].hasPrefix("    Twice a day the sea stands still."))
    try await session.type("n") { $0[2] == "    How to wind a lighthouse" && $0.joined().contains("onnection refused") }
    try await session.ends("Q")
  }
}
