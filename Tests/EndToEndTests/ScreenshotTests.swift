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
    var session = try await started(size: Size(width: 92, height: 20))
    try await session.type("\r") { $0[0].hasPrefix(" Feeds › All") && $0[1].contains("各駅停車で行く") }
    try await session.type("jj") { $0[3].hasPrefix(" › ") }
    try await session.type("mjjmjjb") { $0[19].contains("Bookmarked.") && $0[7].contains("★") }
    try await session.type("jj") { $0[9].hasPrefix(" › ") && !$0[19].contains("Bookmarked.") }
    try check(session, "list", "All posts of the feeds in Satchel: read, unread and bookmarked ones, and the keys")
    try await session.ends("q")
  }

  @Test func `a post`() async throws {
    var session = try await started(size: Size(width: 92, height: 32))
    try await session.type("/lamp r") { $0[1].contains("The Lamp Room") }
    try await session.type("\r") { $0[31].contains("/lamp r") }
    try await session.type("\r") { $0.contains { $0.contains("A clock made of a text file") } }
    try await session.type("g") { $0[1].contains("Slack water") }
    try await session.type("G\r") { $0.contains { $0.contains("What the file says") } && $0.isLive }
    try check(session, "post", "A post in Satchel: its title and author, links, code and a quotation")
    try await session.ends("q")
  }

  @Test func `two panes`() async throws {
    var session = try await started(size: Size(width: 120, height: 28))
    try await session.type("j") { $0[0].contains("Feeds › sea") && $0[2].hasPrefix(" › ") }
    try check(session, "panes", "Satchel with two panes: the feeds, and beside them the posts of one tag")
    try await session.ends("q")
  }

  /// Starts a reader of feeds whose posts are hours or days old, so that their ages never change, on a terminal with a
  /// dark background.
  private func started(size: Size) async throws -> ReaderSession {
    let feeds = try PictureFeeds()
    let reader = try Reader(server: URL(filePath: "/"))
    let file = reader.folder.appending(path: ".config/satchel/feeds")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try feeds.file.write(to: file, atomically: true, encoding: .utf8)
    let environment = ["SATCHEL_SERVER": "", "COLORTERM": "truecolor"]
    let refreshed = try await reader.run("feeds", "refresh", environment: environment)
    #expect(refreshed.status == 0, "\(refreshed.notes)")
    var session = try ReaderSession(reader, size: size, environment: environment)
    try await session.wait { $0[0].hasPrefix(" Feeds") && $0[1].contains(" All ") }
    try session.type("\u{1B}]11;rgb:\(ScreenPicture.xtermBackground)\u{1B}\\")
    return session
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
