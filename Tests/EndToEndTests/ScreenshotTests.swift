import Foundation
import Terminal
import Testing

/// Compares the pictures of the README with the program.
///
/// A test whose picture is missing fails and writes it. To renew a picture, delete it, run the test, and look at the
/// new one before you commit it.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ScreenshotTests {
  @Test func `the picture of the list matches the program`() async throws {
    var (session, feeds) = try await started(size: Size(width: 92, height: 20))
    try await session.type("\r") { $0[0].hasPrefix(" Feeds › All  26 unread") && $0[2].contains("各駅停車で行く") }
    try await session.type("jj") { $0[3].hasPrefix(" › ") }
    try await session.type("mjjmjjb") { $0[19].contains("Bookmarked.") && $0[7].contains("★") }
    try await session.type("jj") {
      $0[9].hasPrefix(" › ") && !$0[19].contains("Bookmarked.") && $0[0].contains("24 unread") && $0.isLive
    }
    try check(session, "list", "All posts of the feeds in Satchel: read, unread and bookmarked ones, and the keys")
    try await session.ends("Q")
    feeds.end()
  }

  @Test func `the picture of a post matches the program`() async throws {
    var (session, feeds) = try await started(size: Size(width: 92, height: 32), isDated: false)
    // A post counts as live for a minute after the answer of its feed.
    try await session.type("r") { $0.last?.contains("Nothing new.") == true }
    // The list of errors clears the message, which would stay for two seconds.
    try await session.type("!") { $0[0].hasPrefix(" Recent errors") }
    try await session.type("\u{1B}") { $0[0].hasPrefix(" Feeds") && $0.last?.contains("Nothing new.") == false }
    try await session.type("\r") { $0[1].contains("A clock made of a text file") && $0[1].hasPrefix(" › ") }
    try await session.type("\r") {
      $0.contains { $0.contains("What it does not say") } && $0[3].hasSuffix("Saoirse Ní Bhriain") && $0.isLive
    }
    try check(session, "post", "A post in Satchel: its title and author, links, code and a quotation")
    try await session.ends("Q")
    feeds.end()
  }

  @Test func `the picture of two panes matches the program`() async throws {
    var (session, feeds) = try await started(size: Size(width: 120, height: 22))
    try await session.type("G") { $0[17].hasPrefix(" › ") && $0[17].contains("Four Clocks") }
    try await session.type("A") { !$0[17].contains(" 2 ") }
    try await session.type("gj") { $0[0].contains("Feeds › sea") && $0[2].hasPrefix(" › ") && $0[3].contains("North") }
    try await session.type("\tjmjjb") { $0[4].contains("★") }
    try await session.type("j") { $0[5].hasPrefix(" › ") && !$0[21].contains("Bookmarked.") }
    try await session.type("\u{1B}") {
      $0[0].hasPrefix(" Feeds  ") && $0[21].hasSuffix("tab switch") && $0[0].contains("10 unread") && $0.isLive
    }
    try check(session, "panes", "Satchel with two panes: the feeds, and beside them the posts of one tag")
    try await session.ends("Q")
    feeds.end()
  }

  /// Starts a reader on a terminal with a dark background. The posts of its feeds are hours or days old, so their shown
  /// ages do not change during a test.
  /// - Parameter isDated: Whether the first post has a date.
  private func started(size: Size, isDated: Bool = true) async throws -> (ReaderSession, PictureFeeds) {
    let feeds = try PictureFeeds(isDated: isDated)
    let reader = try ReaderProgram(server: URL(filePath: "/"))
    let file = reader.folder.appending(path: ".config/satchel/feeds")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try feeds.file.write(to: file, atomically: true, encoding: .utf8)
    let environment = ["SATCHEL_SERVER": "", "COLORTERM": "truecolor"]
    let refreshed = try await reader.run("feeds", "refresh", environment: environment)
    #expect(refreshed.status == 0, "\(refreshed.notes)")
    var session = try ReaderSession(reader, size: size, environment: environment)
    try await session.wait { $0[0].hasPrefix(" Feeds") && $0[1].contains(" All ") }
    try session.type("\u{1B}]11;rgb:\(ScreenPicture.xtermBackground)\u{1B}\\")
    return (session, feeds)
  }

  private func check(_ session: ReaderSession, _ name: String, _ title: String) throws {
    let file = root.appending(path: ".pictures/\(name).svg")
    let picture = ScreenPicture.svg(of: session.display.screen, title: title)
    if let expected = try? String(contentsOf: file, encoding: .utf8) {
      #expect(picture == expected, "\(name).svg differs from the screen:\n\(session.rows.joined(separator: "\n"))")
    } else {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try picture.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("\(name).svg was missing and has been written")
    }
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("](.pictures/\(name).svg)"))
  }
}
