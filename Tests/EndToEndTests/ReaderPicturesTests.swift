import Foundation
import Terminal
import TerminalTestSupport
import Testing

/// Tests of the pictures in posts on a terminal.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReaderPicturesTests {
  private let kitty = ["TERM": "xterm-kitty"]

  /// Returns a reader of a feed whose posts each have a picture of 240 by 240 pixels, which is 30 by 15 cells.
  private func reader(_ server: FixtureServer) throws -> ReaderProgram {
    try ReaderProgram(server: server.url.appending(path: "feeds/posts.rss"))
  }

  @Test func `a picture in a post scrolls with the text, follows resizes, and is shown offline`()
    async throws
  {
    let server = try await FixtureServer()
    let reader = try reader(server)
    var session = try ReaderSession(reader, environment: kitty)
    try await session.wait { $0.isLive }
    #expect(session.display.screen.sent == [], "a list has no pictures")
    try await session.type("\r") { $0[0].hasPrefix(" Posts › ") && $0.isLive }
    // A picture or comments that arrive after the search would leave its text in another row.
    try await session.type("jjjjjjjjjj", untilDisplay: { !$0.screen.pictures.isEmpty })
    try await session.type("g", untilDisplay: { $0.screen.text.contains { $0.contains("2025 · 6 comments") } })
    try await session.type("/A drawing\r", untilDisplay: { $0.screen.pictures.first?.height == 7 })
    let picture = try #require(session.display.screen.pictures.first)
    #expect(picture.column == (80 - 30) / 2)
    #expect(picture.row == 1)
    #expect(picture.top == 240 * 8 / 15, "the upper rows of the picture are above the window")
    #expect(session.rows[8].contains("Picture: A drawing"))
    try await session.type("kkkkkkkkkk", untilDisplay: { $0.screen.pictures.first?.row == 3 })
    #expect(session.display.screen.pictures.map(\.height) == [15])
    #expect(session.display.screen.sent == [picture.id], "the picture is moved, not sent again")
    try session.resize(46, 20)
    try await session.type("", untilDisplay: { $0.screen.text.count == 20 && $0.screen.pictures.first?.column == 8 })
    try session.resize(130, 40)
    try await session.type(
      "", untilDisplay: { $0.screen.text.count == 40 && ($0.screen.pictures.first?.column ?? 0) > 46 })
    #expect(session.display.screen.pictures.map(\.width) == [30])
    try await session.ends("Q")
    #expect(session.display.screen.cachedPictures == [:])
    await server.stop()

    var offline = try ReaderSession(reader, environment: kitty)
    try await offline.wait { $0.isCached }
    try await offline.type("\r") { $0[0].hasPrefix(" Posts › ") || $0[0].contains(" min") }
    try await offline.type("jjjjjjjjjj", untilDisplay: { !$0.screen.pictures.isEmpty })
    try await offline.type("g", untilDisplay: { $0.screen.text.contains { $0.contains("2025 · 6 comments") } })
    try await offline.type("/A drawing\r", untilDisplay: { $0.screen.pictures.first?.height == 7 })
    #expect(offline.display.screen.pictures.count == 1)
    try await offline.ends("Q")
  }

  @Test func `a terminal without pictures shows a caption line and requests no pictures`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(reader(server), environment: ["TERM": "xterm-256color"])
    try await session.wait { $0.isLive }
    try await session.type("\r") { $0[0].hasPrefix(" Posts › ") && $0.isLive }
    try await session.type("/A drawing\r") { $0.contains { $0.contains("Picture: A drawing") } }
    try await session.ends("Q")
    #expect(try await server.requests().filter { $0.path.hasPrefix("/comics/") }.isEmpty)
  }

  @Test func `a damaged picture is shown as a line with the reason`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(reader(server), environment: kitty)
    try await session.wait { $0.isLive }
    try await server.control(#"{"fault": "malformed", "path": "/comics/"}"#)
    try await session.type("\r") { $0[0].hasPrefix(" Posts › ") && $0.isLive }
    try await session.type("/A drawing\r") {
      $0.contains { $0.contains("Cannot load the picture: not a PNG, JPEG or GIF") }
    }
    #expect(session.display.screen.pictures.isEmpty)
    try await session.ends("Q")
  }
}
