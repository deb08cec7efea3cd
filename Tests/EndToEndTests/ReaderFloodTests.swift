import Foundation
import Terminal
import TerminalTestSupport
import Testing

/// Tests of the reader with more input than anybody types, and on a terminal that accepts no output.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReaderFloodTests {
  /// Keys that open the first post and go back.
  private static let pair = "\r\u{7F}"

  enum EndCause: CaseIterable {
    case key, terminate, hangUp, interrupt, closed

    var status: Int32 {
      switch self {
      case .key: 0
      case .terminate: 143
      case .hangUp, .closed: 129
      case .interrupt: 130
      }
    }
  }

  private func end(_ session: ReaderSession, by end: EndCause) throws {
    switch end {
    case .key: try session.type("\u{3}")
    case .terminate: try session.signal("TERM")
    case .hangUp: try session.signal("HUP")
    case .interrupt: try session.signal("INT")
    case .closed: try session.hangUp()
    }
  }

  private func start() async throws -> ReaderSession {
    var session = try ReaderSession(
      ReaderProgram(server: URL(string: "http://127.0.0.1:1")!), ["--configuration", "stub"])
    try await session.wait { $0.isLive }
    return session
  }

  @Test func `the reader still reads keys after 2,000 posts were opened and left at full speed`() async throws {
    var session = try await start()
    try await session.type(String(repeating: Self.pair, count: 2_000) + "j") { $0[3].isSelected("紙の地図を折りたたむ方法") }
    try await session.ends("q")
  }

  @Test(arguments: EndCause.allCases)
  func `a key, signal or hangup ends the reader despite 20,000 pending keys`(end: EndCause) async throws {
    var session = try await start()
    try session.type(String(repeating: Self.pair, count: 10_000))
    try self.end(session, by: end)
    let start = ContinuousClock.now
    #expect(try await session.ended() == .init(status: end.status, isGivenBack: end == .closed ? nil : true))
    #expect(start.duration(to: .now) < .seconds(4), "the reader ends within a second, or four on a busy machine")
  }

  @Test(arguments: EndCause.allCases)
  func `the reader ends on a terminal that accepts no output and restores its settings`(end: EndCause) async throws {
    var session = try await start()
    try session.block()
    try session.type("j\u{C}?G")
    try self.end(session, by: end)
    #expect(try await session.ended() == .init(status: end.status, isGivenBack: end == .closed ? nil : true))
  }

  @Test(arguments: [("false", "Could not open a browser; see !: http"), ("true", "Opened in the browser.")])
  func `the immediate result of a browser is shown`(command: String, notice: String) async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url), environment: ["BROWSER": command])
    try await session.wait { $0.isLive }
    try await session.type("o") { $0[23].contains(notice) }
    try await session.ends("q")
  }

  @Test func `a browser that stays open counts as opened`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    // The browser runs until the pipe is opened at its other end, which the test does when it ends.
    let pipe = reader.folder.appending(path: "pipe").path(percentEncoded: false)
    #expect(mkfifo(pipe, 0o600) == 0)
    defer { close(open(pipe, O_WRONLY | O_NONBLOCK)) }
    var session = try ReaderSession(reader, environment: ["BROWSER": "sh -c 'exec cat \(pipe)' %s"])
    try await session.wait { $0.isLive }
    try await session.type("o") { $0[23].contains("Opened in the browser.") }
    try await session.ends("q")
  }

  @Test func `copied text contains no control characters`() async throws {
    let server = try await FixtureServer()
    try await server.control(#"{"edit": {"posts": {"1": {"title": "t\u001b[201~\ntouch x\r"}}}}"#)
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive && $0[2].contains("touch x") }
    try await session.type("Y") { $0[23].contains("Copied: ") }
    let copied = session.display.copied.map { Data(base64Encoded: $0).map { String(decoding: $0, as: UTF8.self) } }
    #expect(copied == ["t␛[201~ touch x "])
    try await session.ends("q")
  }
}
