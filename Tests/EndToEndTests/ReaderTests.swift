import Foundation
import Terminal
import TerminalTestSupport
import Testing

/// Tests of the reader on a terminal, with a server that answers.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReaderTests {
  @Test func `the list can be scrolled, posts opened and left, and sections switched`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive && $0[2].isSelected("Slack water") }
    #expect(session.rows[3].hasPrefix("   ●  How to wind a lighthouse  "))
    #expect(session.rows[23].hasPrefix(" 1/100+  "))
    #expect(session.rows[23].hasSuffix("? help  ↵ open  / filter  q quit  r reload"))
    try await session.type("jj\u{1B}[B") { $0[5].isSelected("What the hum is telling you") }
    try await session.type("\u{1B}[6~") { $0[23].hasPrefix(" 25/100+") && $0[22].isSelected("Short wave, long night") }
    try await session.type("g") { $0[2].isSelected("Slack water") && $0[23].hasPrefix(" 1/100+") }
    try await session.type("j\r") { $0[0].hasPrefix(" Posts › 2") && $0.isLive && !$0[3].contains("…") }
    #expect(session.rows[2] == "    How to wind a lighthouse")
    #expect(session.rows[3].wholeMatch(of: #/    [^…—]+ · [0-9]+ Jun 2023 · [0-9]+ comments?/#) != nil)
    #expect(session.rows[5].hasPrefix("    Before electricity the lens"))
    try await session.type("4") { $0[1].hasPrefix(" Fetch ") }
    try await session.type("1") { $0[0].hasPrefix(" Posts › 2") && $0[2] == "    How to wind a lighthouse" }
    try await session.type("\u{1B}[D") { $0[2] == "    Slack water" && $0.isLive }
    try await session.type("\u{1B}") { $0[2].isSelected("Slack water") && $0.isLive }
    try await session.ends("q")
  }

  @Test func `more pages load as the selection nears the end, up to the last`() async throws {
    let server = try await FixtureServer("--posts", "250")
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive && $0[23].hasPrefix(" 1/100+") }
    try await session.type(String(repeating: "j", count: 90)) { $0[23].hasPrefix(" 91/200+") }
    try await session.type("G") {
      $0[23].hasPrefix(" 250/250  ") && $0[22].isSelected("The day the librarian came to Lantern Street")
    }
    #expect(
      try await server.requests().map(\.path).filter { $0.hasPrefix("/posts?") }
        == (1...3).map { "/posts?_page=\($0)&_limit=100" })
    try await session.ends("Q")
  }

  @Test func `the filter applies while typing, can be accepted, opened from and cleared`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive }
    try await session.type("/LIGHTh") { $0[3] == "   No match in the 100 loaded. Press Enter to search the rest." }
    try await session.type("\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}lighth") {
      $0[2].isSelected("How to wind a lighthouse")
    }
    #expect(session.rows[23].hasPrefix(" /lighth"))
    let found = session.display.screen.cells[2].filter { $0.style.split(separator: ";").contains("4") }
    #expect(found.map(\.text).joined() == "lighth")
    try await session.type("\r") { $0[23].hasPrefix(" 1/") && $0[23].contains("/lighth") }
    try await session.type("\r") { $0[0].hasPrefix(" Posts › 2") }
    try await session.type("q") { $0[2].isSelected("How to wind a lighthouse") }
    try await session.type("\u{1B}") { $0[2].isSelected("Slack water") && $0[23].hasPrefix(" 1/100+") }
    try await session.ends("q")
  }

  @Test func `pasted text is never read as keys`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive }
    try session.type("\u{1B}[200~qQ\u{3}\r\u{1B}[201~")
    try await session.type("/\u{1B}[200~lightq\u{7}Q\nsecond line\u{1B}[201~") {
      $0[23].hasPrefix(" /lightq␇Q ") && $0[3].hasPrefix("   No match in the 100 loaded.")
    }
    try await session.ends("\u{3}")
  }

  @Test func `the wheel scrolls, a click selects, and a second click opens`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive }
    #expect(session.display.modes[1000] == true)
    #expect(session.display.modes[1006] == true)
    try await session.type("\u{1B}[<65;10;5M") { $0[23].hasPrefix(" 4/100+") }
    try await session.type("\u{1B}[<64;10;5M") { $0[23].hasPrefix(" 1/100+") }
    try await session.type("\u{1B}[<0;10;4M\u{1B}[<0;10;4m") { $0[3].isSelected("How to wind a lighthouse") }
    try await session.type("\u{1B}[<0;10;4M\u{1B}[<0;10;4m") { $0[0].hasPrefix(" Posts › 2") }
    try await session.type("\u{1B}[<0;10;4M\u{8}") { $0[3].isSelected("How to wind a lighthouse") }
    try await session.ends("q")
  }

  @Test func `y and Y copy the selected post's address and title through the terminal`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive }
    try await session.type("jy") { $0[23].contains("Copied: http") }
    try await session.type("Y") { $0[23].contains("Copied: How to") }
    let copied = session.display.copied.map { Data(base64Encoded: $0).map { String(decoding: $0, as: UTF8.self) } }
    #expect(copied.first??.hasPrefix("http://127.0.0.1:") == true)
    #expect(copied.last == "How to wind a lighthouse")
    try await session.ends("q")
  }

  @Test func `help and the last errors cover the screen until a key is pressed`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive }
    try await session.type("?") { $0[0] == " Keys" && $0.contains { $0.contains("filter as you type") } }
    try await session.type("q") { $0[2].isSelected("Slack water") }
    try await session.type("!") { $0[0] == " Recent errors" && $0[1] == "  No errors." }
    try await session.type("\u{1B}") { $0[2].isSelected("Slack water") }
    try await session.ends("q")
  }

  @Test func `control characters in the server's data do not reach the terminal`() async throws {
    let server = try await FixtureServer()
    let hostile = #"\u001b]0;x\u0007\u009b2J\u001b[31m\u0000\u202eabc\r\n\t\u001b]52;c;eA==\u0007end"#
    try await server.control(
      #"{"edit": {"posts": {"1": {"title": "\#(hostile)", "body": "\#(hostile)"}}, "users": {"1": {"name": "\#(hostile)"}}}}"#
    )
    var session = try ReaderSession(ReaderProgram(server: server.url))
    try await session.wait { $0.isLive && $0[2].hasPrefix(" › ●  ␛]0;x␇") && $0[2].contains("end  ") }
    try await session.type("\r") { $0.isLive && $0[2].hasPrefix("    ␛]0;x␇") && !$0[3].contains("…") }
    #expect(session.rows[3].contains("␛]0;x␇"))
    #expect(session.rows[5].hasPrefix("    ␛]0;x␇"))
    #expect(session.display.copied == [])
    try await session.ends("\u{3}")
  }
}

extension [String] {
  /// Whether the header, which may be below the line of sections, says that the list is the latest from the server.
  var isLive: Bool { prefix(2).contains { $0.hasSuffix(" live") } }
  /// Whether the header says that this is a cached copy.
  var isCached: Bool { prefix(2).contains { $0.contains(" saved ") } }

  /// Whether the header says that a refresh is in progress.
  var isRefreshing: Bool { prefix(2).contains { $0.hasSuffix("  Refreshing…") } }
}
