import Foundation
import Terminal
import TerminalTestSupport
import Testing

/// Tests of the comics on a terminal.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReaderComicsTests {
  private let kitty = ["TERM": "xterm-kitty"]

  @Test func `a kitty terminal shows a comic's picture through scrolling, help, stop and resize`() async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(
      ReaderProgram(server: server.url), size: Size(width: 80, height: 16), environment: kitty)
    try await session.wait { $0.isLive }
    try await session.type("2") { $0.isComics && $0[2].hasPrefix(" › 61") && $0.isLive }
    #expect(!session.display.bytes.contains("\u{1B}_Ga=t"), "a list has no pictures")
    try await session.type("\r", untilDisplay: { $0.pictures.count == 1 && $0.rows[1] == "    Snow on the Platform" })
    let picture = try #require(session.display.screen.pictures.first)
    #expect(picture.row == 4)
    #expect(picture.column == (80 - picture.width) / 2)
    #expect(picture.top == 0)
    let size = try await server.body(of: "comics/snow_on_the_platform.png").count
    #expect(
      session.display.screen.cachedPictures[picture.id] == (size + 2) / 3 * 4,
      "the terminal has the whole file in base64")
    try await session.type("jj", untilDisplay: { $0.pictures.first?.row == 2 })
    #expect(session.display.screen.sent == [picture.id], "the picture is moved, not sent again")
    try await session.type("?", untilDisplay: { $0.pictures.isEmpty && $0.rows[0] == " Keys" })
    try await session.type("\u{1B}", untilDisplay: { $0.pictures.first?.row == 2 })

    try session.type("\u{1A}")
    _ = try await session.stopped()
    #expect(
      session.display.screen.cachedPictures.isEmpty, "the terminal has no pictures while the program is suspended")
    try session.bringToForeground()
    try await session.type("", untilDisplay: { $0.pictures.first?.row == 2 && $0.rows[0].hasPrefix(" Comics › 61") })
    try session.resize(60, 12)
    try await session.type(
      "", untilDisplay: { $0.pictures.count == 1 && $0.rows.count == 12 && $0.screen.sent.count == 1 })
    try await session.type("\u{1B}", untilDisplay: { $0.pictures.isEmpty && $0.rows.isComics })
    try await session.ends("q")
    #expect(session.display.screen.cachedPictures.isEmpty)
  }

  @Test(arguments: [["TERM": "xterm-256color"], ["TERM": "xterm-kitty", "TMUX": "/tmp/tmux,1,0"], ["TERM": "linux"]])
  func `a terminal without pictures gets a line naming the picture and no picture sequences`(
    environment: [String: String]
  ) async throws {
    let server = try await FixtureServer()
    var session = try ReaderSession(ReaderProgram(server: server.url), environment: environment)
    try await session.wait { $0.isLive }
    try await session.type("2") { $0.isComics && $0.isLive }
    try await session.type("\r") { $0.has("Picture: PNG, ") && $0.has("Hover text: The 6:14 is on time.") }
    try await session.ends("Q")
    let bytes = session.display.bytes
    for beginning in ["\u{1B}_Ga=t", "\u{1B}_Ga=p", "\u{1B}_Ga=d", "\u{1B}]1337"] {
      #expect(!bytes.contains(beginning))
    }
    #expect(
      bytes.contains("\u{1B}_G") == (environment["TMUX"] == nil),
      "the program asks for picture support outside of tmux only")
  }

  @Test func `i opens the picture as a private file that is removed when the reader ends`()
    async throws
  {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let viewer = reader.folder.appending(path: "xdg-open").path()
    let script = """
      #!/bin/sh
      file=${1#file://}
      cp "$file" "$0.copy"
      stat -c %a "$file" "$(dirname "$file")" > "$0.modes"
      """
    #expect(
      FileManager.default.createFile(
        atPath: viewer, contents: Data(script.utf8), attributes: [.posixPermissions: 0o700]))
    var session = try ReaderSession(
      reader,
      environment: [
        "PATH": "\(reader.folder.path()):/usr/bin:/bin", "TMPDIR": reader.folder.path(), "BROWSER": "false",
      ])
    try await session.wait { $0.isLive }
    try await session.type("2") { $0.isComics && $0.isLive }
    try await session.type("\r") { $0.has("Picture: PNG, ") }
    try await session.type("i") { $0[23].contains("Opened in the viewer.") }
    func folders() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: reader.folder.path()).filter { $0.hasPrefix("satchel-") }
    }
    #expect(try folders().count == 1, "the file stays until the reader ends, because the viewer may read it later")
    try await session.ends("Q")
    #expect(try folders() == [])
    let copy = try Data(contentsOf: URL(filePath: viewer + ".copy"))
    #expect(try await server.body(of: "comics/snow_on_the_platform.png") == copy)
    #expect(try String(contentsOfFile: viewer + ".modes", encoding: .utf8) == "600\n700\n")
  }

  @Test func `three bookmarked comics are shown with their pictures offline`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    var session = try ReaderSession(reader, environment: kitty)
    try await session.wait { $0.isLive }
    try await session.type("2") { $0.isComics && $0.isLive }
    for number in [61, 60, 59] {
      try await session.type("b") { $0.contains { $0.hasPrefix(" › \(number) ●★") } }
      try await session.type("j") { $0.contains { $0.hasPrefix(" › \(number - 1) ") } }
    }
    // Moves down to the first comic as with a held key. The selection does not move beyond the rows that are loaded, so
    // the next ten are awaited.
    func isAt(_ row: Int, _ status: String) -> Bool {
      status.hasPrefix(" \(row)/")
        && Int(status.drop { $0 != "/" }.dropFirst().prefix { $0.isNumber }) ?? 0 >= min(row + 10, 60)
    }
    try await session.type("g") { isAt(1, $0[23]) }
    for row in [11, 21, 31, 41, 51] {
      try await session.type(String(repeating: "j", count: 10)) { isAt(row, $0[23]) }
    }
    try await session.type(String(repeating: "j", count: 9)) { $0[23].hasPrefix(" 60/60 ") }
    #expect(session.rows[22].hasPrefix(" ›  1 "))
    try await session.type("B") {
      $0[1].hasPrefix(" Comics › Bookmarked") && $0[2].contains("59") && $0[2].contains("★ ")
    }
    #expect(session.rows[2...5].map { $0.contains("★") } == [true, true, true, false])
    // Bookmarking downloads the pictures in the background, so this waits until they are shown and therefore saved.
    for (key, number) in [("\r", 59), ("n", 60), ("n", 61)] {
      try await session.type(
        key, untilDisplay: { $0.pictures.count == 1 && $0.rows[0].hasPrefix(" Comics › \(number) ★") })
    }
    await server.stop()
    try await session.ends("Q")

    var again = try ReaderSession(reader, environment: kitty)
    // The reader restores its position.
    try await again.wait { $0[1].hasPrefix(" Comics › Bookmarked") && $0[4].hasPrefix(" › 61 ") && $0[4].contains("★") }
    for (key, number) in [("g\r", 59), ("n", 60), ("n", 61)] {
      try await again.type(
        key, untilDisplay: { $0.pictures.count == 1 && $0.rows[0].hasPrefix(" Comics › \(number) ★") })
    }
    #expect(again.display.screen.sent.count == 3)
    try await again.type("n", untilDisplay: { $0.rows[23].contains("The list ends here.") })
    try await again.ends("Q")
  }
}

extension TerminalDisplay {
  fileprivate var pictures: [VirtualScreen.Shown] { screen.pictures }
  fileprivate var rows: [String] { screen.text }
}

extension [UInt8] {
  fileprivate func contains(_ text: String) -> Bool { String(decoding: self, as: UTF8.self).contains(text) }
}

extension [String] {
  fileprivate var isComics: Bool { count > 2 && self[1].hasPrefix(" Comics ") }
}
