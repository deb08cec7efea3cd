import Foundation
import ProcessTestSupport
import Testing

/// Tests of a browser that shows pages on the terminal.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReaderBrowserTests {
  /// Starts the reader with a script in place of the program `name`.
  private func session(
    _ name: String, _ script: String, browser: String?, environment: [String: String] = [:]
  ) async throws -> ReaderSession {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let folder = reader.folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: name).path(percentEncoded: false)
    try #require(
      FileManager.default.createFile(
        atPath: file, contents: Data("#!/bin/sh\n\(script)\n".utf8), attributes: [.posixPermissions: 0o755]))
    let path = folder.path(percentEncoded: false) + ":/usr/bin:/bin"
    var environment = environment
    environment["PATH"] = path
    environment["BROWSER"] = browser
    var session = try ReaderSession(reader, environment: environment)
    try await session.wait { $0.isLive }
    return session
  }

  private static let page = """
    trap 'echo interrupted' INT
    echo "page of $1"
    until read -r answer; do :; done
    echo "read $answer"
    """

  /// Without a display, `xdg-open` starts a browser on the terminal.
  @Test(arguments: [
    ("lynx", "lynx"), ("less", "less %s"), ("w3m", "env A=1 w3m %s"), ("links", "sh -c 'exec links \"$0\"' %s"),
    ("xdg-open", nil),
  ])
  func `a terminal browser gets the terminal and its keys, and the reader resumes afterwards`(
    name: String, browser: String?
  ) async throws {
    var session = try await session(name, Self.page, browser: browser)
    try session.type("o")
    try await session.waitBeside { $0.contains("page of http://") }
    #expect(session.display.isGivenBack)
    #expect(session.display.modes[1049] == false)
    // These keys go to the browser and do not end the reader.
    try session.type("\u{3}")
    try await session.waitBeside { $0.contains("interrupted") }
    try session.type("q\r")
    try await session.waitBeside { $0.contains("read q") }
    try await session.wait { $0.isLive && $0[23].contains("Opened in the browser.") }
    try session.type("q")
    #expect(try await session.ended() == .init(status: 0, isGivenBack: true))
  }

  @Test(arguments: ["DISPLAY", "WAYLAND_DISPLAY"])
  func `with a display, xdg-open does not get the terminal`(variable: String) async throws {
    let script = "test -t 0 && exit 1; exit 0"
    var session = try await session("xdg-open", script, browser: nil, environment: [variable: ":0"])
    try await session.type("o") { $0[23].contains("Opened in the browser.") }
    #expect(session.display.modes[1049] == true)
    try await session.ends("q")
  }

  @Test func `ctrl-z stops the reader and the terminal browser, and both continue`() async throws {
    var session = try await session("lynx", Self.page, browser: "lynx")
    try session.type("o")
    try await session.waitBeside { $0.contains("page of http://") }
    try session.type("\u{1A}")
    #expect(try await session.stopped() == .init(status: SIGTSTP, isGivenBack: true))
    try session.bringToForeground()
    try session.type("on\r")
    try await session.waitBeside { $0.contains("read on") }
    try await session.wait { $0.isLive && $0[23].contains("Opened in the browser.") }
    try session.type("q")
    #expect(try await session.ended() == .init(status: 0, isGivenBack: true))
  }

  @Test func `a failed terminal browser is reported and leaves the screen intact`() async throws {
    var session = try await session("lynx", "stty raw -echo; exit 3", browser: "lynx")
    try await session.type("o") { $0[23].contains("Could not open a browser; see !") }
    try await session.type("!") { $0.joined(separator: " ").contains("Cannot start a browser (tried: lynx).") }
    try await session.type("\u{1B}") { $0.isLive }
    try await session.ends("q")
  }

  @Test func `a browser that fails later is reported then, until the next key`() async throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let signal = folder.url.appending(path: "signal")
    try #require(mkfifo(signal.path(percentEncoded: false), 0o600) == 0)
    var session = try await session(
      "firefox", #"read -r line < "$SIGNAL"; exit 3"#, browser: "firefox",
      environment: ["SIGNAL": signal.path(percentEncoded: false)])
    try await session.type("o") { $0[23].contains("Opened in the browser.") }
    try await aside { try FileHandle(forWritingTo: signal).write(contentsOf: Data("\n".utf8)) }
    try await session.wait { $0[23].contains("The browser failed (firefox); see !") }
    try await session.type("!") { $0.joined(separator: " ").contains("The browser failed (firefox). Set BROWSER") }
    try await session.type("\u{1B}") { $0.isLive }
    try await session.type("j") { $0.isLive && !$0[23].contains("The browser failed") }
    try await session.ends("q")
  }
}
