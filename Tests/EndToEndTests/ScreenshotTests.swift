import Foundation
import Terminal
import Testing

/// Compares the pictures of the README with the program.
///
/// A test whose picture is missing fails and writes it. To renew a picture, delete it, run the test, and look at the
/// new one before you commit it.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ScreenshotTests {
  @Test func `the list`() async throws {
    var (server, session) = try await started(size: Size(width: 92, height: 20))
    try await session.type("\r") { $0[0].contains("Posts › 1") && $0.isLive }
    try await session.type("\u{1B}") { $0[1].contains(" 99+ unread") }
    try await session.type("j") { $0[3].hasPrefix(" › ") }
    try await session.type("mjjb") { $0[19].contains("Bookmarked.") && $0[5].contains("★") }
    try await session.type("jj") { $0[7].hasPrefix(" › ") && !$0[19].contains("Bookmarked.") }
    try check(session, "list", "Satchel's list of posts: read, unread and bookmarked ones, their authors, and the keys")
    try await session.ends("q")
    await server.stop()
  }

  @Test func `a post`() async throws {
    var (server, session) = try await started(size: Size(width: 92, height: 28))
    try await session.type("jjj\r") {
      $0[0].contains("Posts › 4") && $0.isLive && $0.contains { $0.contains("Concepción") }
    }
    try check(session, "post", "A post in Satchel: its title, author, text and comments")
    try await session.type("\u{1B}") { $0[5].hasPrefix(" › ") }
    try await session.ends("q")
    await server.stop()
  }

  @Test func `two panes`() async throws {
    var (server, session) = try await started(size: Size(width: 130, height: 28))
    try await session.type("jjj") { $0[0].hasSuffix(" live") && $0.contains { $0.contains("Concepción") } }
    try check(session, "panes", "Satchel with two panes: the list of posts, and beside it the selected one")
    try await session.ends("q")
    await server.stop()
  }

  /// Starts a reader with posts that are hours or days old, so that their ages never change; every fourth has no date.
  private func started(size: Size) async throws -> (FixtureServer, ReaderSession) {
    let server = try await FixtureServer()
    let dates = (1...40).filter { !$0.isMultiple(of: 4) }.map { number in
      let hours = number < 8 ? 3 * number : 24 * (number - 6)
      let date = Date(timeIntervalSinceNow: -3600 * (Double(hours) + 0.5)).formatted(.iso8601)
      return #""\#(number)": {"date": "\#(date)"}"#
    }
    try await server.control(#"{"edit": {"posts": {\#(dates.joined(separator: ", "))}}}"#)
    var session = try ReaderSession(try Reader(server: server.url), ["--theme", "dark"], size: size)
    try await session.wait { $0.isLive && $0[1].contains(" 100+ unread") }
    return (server, session)
  }

  private func check(_ session: ReaderSession, _ name: String, _ title: String) throws {
    let file = root.appending(path: ".pictures/\(name).svg")
    let picture = ScreenPicture.svg(of: session.display.screen, title: title)
    if let expected = try? String(contentsOf: file, encoding: .utf8) {
      #expect(picture == expected, "\(name).svg; now:\n\(session.rows.joined(separator: "\n"))")
    } else {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try picture.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("\(name).svg was not there; it is written now")
    }
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("](.pictures/\(name).svg)"))
  }
}
