import Foundation
import TerminalTestSupport
import Testing

/// Tests of the section Fetch on a terminal.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReaderFetchTests {
  @Test func `a fetched code can be copied and is restored offline by the next run`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    var session = try ReaderSession(reader)
    try await session.wait { $0.isLive }
    try await session.type("4") { $0[1].hasPrefix(" Fetch ") && $0.has("No response code yet.") }
    #expect(session.rows.has("fetched 0 times"))
    #expect(session.rows.has("[ Fetch ]"))
    #expect(session.rows.code == nil)
    #expect(session.rows[session.display.screen.cursor.row].contains("[ Fetch ]"))
    try await session.type("y\r") { $0.has("fetched 1 time") }
    let code = try #require(session.rows.code)
    #expect(try await reader.known() == SavedCode(code: code, count: 1), "the shown code and count are on disk")
    try await session.type("y") { $0[23].hasPrefix(" Copied.") }
    #expect(session.display.copied == [Data(code.utf8).base64EncodedString()])
    try await session.ends("q")

    let requests = try await server.requests().filter { !$0.isList }.count
    #expect(requests == 2)
    await server.stop()
    var again = try ReaderSession(reader)
    // The reader restores its position.
    try await again.wait { $0.code == code && $0.has("fetched 1 time") }
    try await again.ends("q")
  }

  @Test func `a failed fetch shows one sentence and changes nothing, and the next fetch clears it`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    _ = try await reader.run("fetch")
    let known = try await reader.known()
    // Answers take longer than the interval in which several presses count as one.
    try await server.control(#"{"fault": "next-elsewhere", "latency": 400}"#)
    var session = try ReaderSession(reader)
    try await session.wait { $0.has("1 Posts") }
    try await session.type("4") { $0.has("fetched 1 time") }
    try await session.type("f") { $0.has("Redirect not followed") }
    #expect(session.rows.code == known.code)
    #expect(session.rows.has("fetched 1 time"))
    #expect(try await reader.known() == known)
    try await server.control(#"{"fault": "error-500"}"#)
    try await session.type("f") { $0.has("Server error (500)") && !$0.has("not followed") }
    try await server.control(#"{"fault": null}"#)
    try await session.type("f") { $0.has("fetched 2 times") && !$0.has("answered") }
    #expect(try await reader.known() == SavedCode(code: session.rows.code, count: 2))
    try await session.type("!") { $0.has("Redirect not followed") && $0.has("Server error (500)") }
    try await session.ends("\u{3}")
  }

  @Test func `a fetch without a server shows the reason, and works once the server runs`() async throws {
    let server = try await FixtureServer()
    await server.stop()
    let reader = try ReaderProgram(server: server.url)
    var session = try ReaderSession(reader)
    try await session.wait { $0.has("Nothing to show.") }
    try await session.type("4\r") { $0.has("Connection refused: http") && $0.has("fetched 0 times") }
    try await session.ends("q")
    let again = try await server.another()
    session = try ReaderSession(reader)
    try await session.wait { $0[1].hasPrefix(" Fetch ") && $0.has("fetched 0 times") }
    try await session.type("f") { $0.has("fetched 1 time") }
    try await session.ends("q")
    await again.stop()
  }

  @Test func `a slow fetch shows its progress while another section is used`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive }
    try await server.control(#"{"latency": 1500}"#)
    try await session.type("j4f") { $0[23].hasPrefix(" Fetching…") }
    try await session.type("1") { $0.isLive && $0[3].isSelected("How to wind a lighthouse") }
    try await session.type("\u{1B}[Z") { $0[23].hasPrefix(" Fetching…") }
    try await session.wait { $0.has("fetched 1 time") && $0[23].hasPrefix(" Enter to fetch.") }
    try await session.ends("q")
  }

  @Test func `cancelling a fetch or quitting during one counts nothing`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    var session = try ReaderSession(reader)
    try await session.wait { $0.isLive }
    try await server.control(#"{"fault": "hang"}"#)
    try await session.type("4f") { $0[23].hasPrefix(" Fetching…") }
    try await session.wait { $0[23].hasPrefix(" Fetching…") && $0[23].contains("esc cancel") }
    try await session.type("\u{1B}") { $0[23].hasPrefix(" Cancelled.") }
    try await session.type("f") { $0[23].hasPrefix(" Fetching…") }
    try await session.ends("q")
    try await server.control(#"{"fault": null}"#)
    #expect(try await reader.known() == SavedCode(code: nil, count: 0))
    #expect(try await reader.run("fetch").output.hasSuffix("\nfetched 1 time\n"), "the cancelled fetches left no lock")
  }

  @Test func `two readers share one count`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    var one = try ReaderSession(reader)
    var two = try ReaderSession(reader)
    try await one.wait { $0.isLive }
    try await two.wait { $0.isLive }
    try await one.type("4") { $0.has("fetched 0 times") }
    try await two.type("4") { $0.has("fetched 0 times") }
    try await one.type("f") { $0.has("fetched 1 time") }
    try await two.type("f") { $0.has("fetched 2 times") }
    #expect(one.rows.code != two.rows.code)
    let latest = two.rows.code
    try await one.type("14") { $0.has("fetched 2 times") && $0.code == latest }
    _ = try await reader.run("fetch")
    try await two.type("r") { $0.has("fetched 3 times") }
    let known = try await reader.known()
    #expect(known == SavedCode(code: two.rows.code, count: 3))
    try await one.ends("q")
    try await two.ends("q")
  }

  @Test func `a state that cannot be written shows the reason and requests no code`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    try Data().write(to: reader.folder.appending(path: "file"))
    var session = try ReaderSession(reader, ["--state", "file/state"])
    try await session.wait { $0.isLive }
    try await session.type("4f") { $0.has("Cannot save (not a directory).") }
    #expect(session.rows.code == nil)
    try await session.ends("q")
    #expect(try await server.requests().filter { !$0.isList }.isEmpty)
  }
}

extension FixtureServer.Log.Request {
  /// Whether the request is for a list of another section, which may be loaded meanwhile.
  fileprivate var isList: Bool {
    path.hasPrefix("/posts") || path.hasPrefix("/users") || path.hasSuffix("/info.0.json")
  }
}

extension [String] {
  /// Returns whether a text is shown, even if it continues over several rows.
  func has(_ text: String) -> Bool {
    lazy.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ").contains(text)
  }
  /// The response code on the screen.
  var code: String? {
    lazy.map { $0.trimmingCharacters(in: .whitespaces) }.first { UUID(uuidString: $0) != nil }
  }
}
