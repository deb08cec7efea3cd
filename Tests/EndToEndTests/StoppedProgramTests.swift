import Foundation
import ProcessTestSupport
import Testing

/// Tests of commands that a signal ends while programs print their feeds.
@Suite(.timeLimit(.minutes(5)))
struct StoppedProgramTests {
  private static let feed = """
    <rss version="2.0"><channel><title>Made</title><item><title>One</title><guid>1</guid></item></channel></rss>
    """

  /// A signal ends the command and the programs that it runs. The feed can be refreshed again at once.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends the command and its feed program, and the feed can be refreshed again`(signal: Int32) async throws
  {
    let reader = try ReaderProgram(server: URL(string: "http://localhost:9")!)
    let folder = reader.folder.appending(path: ".config/satchel")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let script = reader.folder.appending(path: "make")
    let alive = reader.folder.appending(path: "alive")
    try Data("\"exec:/bin/sh \(script.path())\"\n".utf8).write(to: folder.appending(path: "feeds"))
    try #require(mkfifo(alive.path(), 0o600) == 0)
    // The pipe stays open while the program or its child runs.
    try Data("exec 3>'\(alive.path())'\necho started >&3\nsleep 1000 &\nwait\n".utf8).write(to: script)
    let environment = ["SATCHEL_SERVER": ""]
    let child = try reader.start(["feeds", "refresh"], output: nil, environment: environment)
    let pipe = try await aside { try FileHandle(forReadingFrom: alive) }
    let start = try await aside { pipe.availableData }
    #expect(String(decoding: start, as: UTF8.self) == "started\n")
    child.signal(signal)
    #expect(await child.status == -signal)
    #expect(try await aside { pipe.availableData }.isEmpty)
    try Data("cat <<'END'\n\(Self.feed)\nEND\n".utf8).write(to: script)
    let again = try await reader.run("feeds", "refresh", environment: environment)
    #expect(again.output == "1 feed refreshed, 1 new post\n")
  }
}
