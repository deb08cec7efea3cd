import Foundation
import Terminal
import TerminalTestSupport
import Testing

/// Tests of a person's use of the reader over several days.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReaderWalkTests {
  @Test func `flags, filter and position survive restarts, offline and with new posts`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    var session = try ReaderSession(reader)
    try await session.wait { $0.isLive && $0[1].contains(" 100+ unread") }
    #expect(session.rows[2].hasPrefix(" › ●  Slack water"))
    // Read a post.
    try await session.type("\r") { $0[0].hasPrefix(" Posts › 1") && $0.isLive && $0[3].contains("9 comments") }
    try await session.type("\u{1B}[6~") { $0[0].hasPrefix(" Slack water · ") }
    try await session.type("\u{1B}") { $0[2].hasPrefix(" ›    Slack water") && $0[1].contains(" 99+ unread") }
    // Mark one as read.
    try await session.type("jm") { $0[3].hasPrefix(" ›    How to wind") && $0[23].contains("Marked as read.") }
    // Bookmark one, which downloads the whole post.
    try await session.type("jb") { $0[4].hasPrefix(" › ●★ The 6:14") && $0[23].contains("Bookmarked.") }
    try await server.requests { $0.contains { $0.path.hasPrefix("/comments?postId=3") && $0.status != nil } }
    // Filter the list.
    try await session.type("/hum\r") { $0[2].hasPrefix(" › ●  What the hum is") && $0[23].contains("/hum") }
    try await session.ends("q")
    for folder in [reader.cache, reader.state] {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
      #expect(names.count == 1, "\(names)")
      #expect(names.allSatisfy { $0.hasSuffix(".db") }, "\(names)")
    }

    // Come back while the server is down.
    await server.stop()
    var offline = try ReaderSession(reader)
    try await offline.wait {
      $0.isCached && $0[2].hasPrefix(" › ●  What the hum is") && $0[23].contains("/hum")
        && $0[22].hasPrefix(" Connection refused")
    }
    // Without the filter, the list is at its earlier position.
    try await offline.type("\u{1B}") { $0[4].hasPrefix(" › ●★ The 6:14") && $0[1].contains(" 98+ unread") }
    #expect(offline.rows[2].hasPrefix("      Slack water"))
    #expect(offline.rows[3].hasPrefix("      How to wind"))
    try await offline.type("g\r") { $0[0].hasPrefix(" Slack water · ") && $0.isCached }
    try await offline.type("\u{1B}") { $0[2].hasPrefix(" ›    Slack water") }
    try await offline.type("B") { $0[1].hasPrefix(" Posts › Bookmarked") && $0[2].hasPrefix(" › ●★ The 6:14") }
    try await offline.type("\r") { $0[0].hasPrefix(" Posts › 3 ★") && $0[3].contains("6 comments") }
    try await offline.type("\u{1B}") { $0[2].hasPrefix(" ›  ★ The 6:14") }
    try await offline.type("\u{1B}") { $0[1].hasPrefix(" Posts ") && $0[2].hasPrefix(" ›    Slack water") }
    try await offline.ends("q")

    // Come back once more, with new posts.
    let again = try await server.another()
    try await again.publish(2)
    var last = try ReaderSession(reader)
    try await last.wait { $0.isLive && $0[23].contains("2 new since ") && $0[1].contains(" 2 new") }
    try await last.type("g") { $0[2].hasPrefix(" › +  News 1") && !$0[23].contains("2 new") }
    #expect(last.rows[3].hasPrefix("   +  News 2"))
    #expect(last.rows[4].hasPrefix("      Slack water"))
    try await last.type("\r") { $0[0].hasPrefix(" Posts › 9001") && $0.isLive }
    try await last.type("\u{1B}") { $0[2].hasPrefix(" ›    News 1") && $0[1].contains(" 1 new") }
    try await last.ends("q")
    var quiet = try ReaderSession(reader)
    try await quiet.wait { $0.isLive && $0[1].contains("unread") && $0[3].hasPrefix("   ●  News 2") }
    #expect(!quiet.rows[1].contains("new"))
    try await quiet.ends("q")
    await again.stop()
  }

  @Test func `the list's position and sort order survive kill -9 after a second`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    var session = try ReaderSession(reader)
    try await session.wait { $0.isLive && $0[2].isSelected("Slack water") }
    try await session.type("jjjs") { $0[5].hasPrefix(" › ") && $0[23].contains("Sorted: newest first.") }
    try await session.type("s") { $0[23].contains("Sorted: by title.") && $0[23].hasPrefix(" ") }
    let row = session.rows.first { $0.hasPrefix(" › ") }
    // The reader shows "Loading" a second after the last key, so the position is saved by then.
    try await server.control(#"{"fault": "hang"}"#)
    try await session.type("\r") { $0[0].hasPrefix(" Posts › ") && $0[23].contains("Loading /") }
    try session.signal("KILL")
    #expect(try await session.ended().status == -9)

    try await server.control(#"{"fault": null}"#)
    var again = try ReaderSession(reader)
    try await again.wait { $0.isLive && $0[1].contains("by title") && $0.contains { $0.hasPrefix(" › ") } }
    let place = row?.dropFirst(6).prefix(20)
    #expect(again.rows.first { $0.hasPrefix(" › ") }?.dropFirst(6).prefix(20) == place)
    try await again.ends("q")
  }
}

extension FixtureServer {
  /// Adds posts before the others.
  fileprivate func publish(_ count: Int) async throws {
    let file = root.appending(path: "server/data/posts.json")
    let posts = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [Any] ?? []
    let new = (1...count).map {
      ["id": 9000 + $0, "userId": 1, "title": "News \($0)", "body": "It is new."] as [String: Any]
    }
    try await control(String(decoding: JSONSerialization.data(withJSONObject: ["posts": new + posts]), as: UTF8.self))
  }
}
