import Foundation
import Testing

/// Tests of the configuration file with the built program.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct EndToEndSettingsTests {
  let nowhere = URL(string: "http://127.0.0.1:1")!

  /// Writes the configuration file in its default folder, and returns its path.
  func write(_ text: String, _ reader: ReaderProgram) throws -> String {
    let folder = reader.folder.appending(path: ".config/satchel")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "config.json5")
    try Data(text.utf8).write(to: file)
    return file.path(percentEncoded: false)
  }

  @Test func `a configured server is used by its name, and the reader shows its sections`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: nowhere)
    _ = try write("{ servers: { here: { address: '\(server.url)', sections: ['todos', 'posts'] } } }", reader)
    #expect(try await reader.run("@here", "posts", "-n", "1").output.hasPrefix("1\t"))
    #expect(try await reader.run("posts").status == 69)
    let list = try await reader.run("config", "servers")
    #expect(list.output == "@here\t\(server.url)\n")
    #expect(list.notes == "")
    var session = try ReaderSession(reader, ["@here"])
    try await session.wait { $0.first?.contains("1 To-dos  2 Posts") == true && $0.contains { $0.contains("open") } }
    try await session.ends("q")
  }

  @Test func `an invalid configuration file is reported on one line with its line number, also by doctor`() async throws
  {
    let reader = try ReaderProgram(server: nowhere)
    let path = try write("// mine\n{\n  sevrer: 'http://h' }", reader)
    let ended = try await reader.run("posts")
    #expect(ended.status == 78)
    #expect(ended.output == "")
    #expect(
      ended.notes
        == "satchel: \(path):3: there is no setting sevrer; did you mean server? What can be set: satchel help\n")
    #expect(try await reader.run("config").status == 78)
    #expect(try await reader.run("help").status == 0)
    let doctor = try await reader.run("doctor", "--offline")
    #expect(doctor.output.contains("! config    \(path):3: there is no setting sevrer"))
    #expect(try await reader.run("config", "--config", "/dev/null").status == 0)
  }

  @Test func `a pipe as configuration file is refused, and so is a command in a world-writable file`() async throws {
    let reader = try ReaderProgram(server: nowhere)
    let pipe = reader.folder.appending(path: "pipe").path(percentEncoded: false)
    try #require(mkfifo(pipe, 0o600) == 0)
    let ended = try await reader.run("config", "--config", pipe)
    #expect(ended.status == 78, "\(ended)")
    #expect(ended.notes.contains("\(pipe) (it is a pipe, not a file)"), "\(ended)")
    let file = try write("{ browser: 'true' }", reader)
    try #require(chmod(file, 0o666) == 0)
    let open = try await reader.run("config")
    #expect(open.status == 78, "\(open)")
    #expect(open.notes.contains("\(file):1: browser is a command"), "\(open)")
    try #require(chmod(file, 0o644) == 0)
    #expect(try await reader.run("config").status == 0)
  }

  @Test func `an unreadable, endless or missing configuration file fails with the reason`() async throws {
    let reader = try ReaderProgram(server: nowhere)
    let folder = try await reader.run("config", "--config", "/")
    #expect(folder.status == 78)
    #expect(folder.notes.contains("cannot read the configuration file / (is a directory)"))
    let endless = try await reader.run("config", environment: ["SATCHEL_CONFIG": "/dev/zero"])
    #expect(endless.status == 78)
    #expect(endless.notes.contains("/dev/zero: it is longer than 1 MiB"))
    let missing = try await reader.run("config", environment: ["SATCHEL_CONFIG": "/nowhere/at/all"])
    #expect(missing.status == 78)
    #expect(missing.notes.contains("there is no configuration file /nowhere/at/all"))
  }

  @Test func `the configured browser opens addresses unless BROWSER names another`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    _ = try write("{ browser: 'no-such-browser' }", reader)
    for (environment, name) in [([:], "no-such-browser"), (["BROWSER": "nor-this"], "nor-this")] {
      var session = try ReaderSession(reader, environment: environment)
      try await session.wait { $0.isLive }
      try await session.type("o") { $0[23].contains("Could not open a browser; see !: \(server.url.absoluteString)") }
      try await session.type("!") { $0.joined(separator: " ").contains("Cannot start a browser (tried: \(name)).") }
      try await session.type("\u{1B}") { $0.isLive }
      try await session.ends("q")
    }
  }
}
