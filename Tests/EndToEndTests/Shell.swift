import Foundation
import Testing

/// A shell for the commands in a text: `satchel` is the built program, in separate folders.
///
/// The configuration file is the README's. In it and in commands, a fixture server replaces each address on the
/// Internet, and a server that a command starts uses a free port. In the output, all local addresses get the port 8000,
/// and all UUIDs are equal.
final class Shell {
  struct Result {
    var output: String
    var status: Int32
  }

  private var server: FixtureServer
  /// A server with as many comics as a text may refer to.
  private let comics: FixtureServer
  private let reader: ReaderProgram

  init() async throws {
    server = try await FixtureServer()
    comics = try await FixtureServer("--comics", "700")
    reader = try ReaderProgram(server: server.url)
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let settings = try #require(readme.firstMatch(of: /(?s)```json5\n(.*?)```/)?.1)
    let folder = reader.folder.appending(path: ".config/satchel")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(onThisMachine(String(settings)).utf8).write(to: folder.appending(path: "config.json5"))
  }

  /// Returns the text with the addresses of local servers in place of those on the Internet.
  private func onThisMachine(_ text: String) -> String {
    text.replacing("http://localhost:8000", with: server.url.absoluteString).replacing(
      "https://xkcd.com", with: comics.url.absoluteString
    )
    .replacing(/https:\/\/(reader\.)?example\.org/, with: server.url.absoluteString)
  }

  /// Runs commands in order.
  /// - Returns: The output of each command, standard output and standard error together, and its status.
  func run(_ commands: [String]) async throws -> [Result] {
    let folder = reader.folder.appending(path: "session-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let script = folder.appending(path: "script")
    let lines = commands.enumerated().map { number, command in line(command, output: "\(folder.path())/\(number)") }
    try Data((try prelude() + lines.joined()).utf8).write(to: script)
    // A server that the text starts takes the port of this one.
    let startsServer = commands.contains { $0.contains("server/server.py") }
    if startsServer { await server.stop() }
    let ended = try await reader.run(arguments: [script.path()], executable: URL(filePath: "/bin/bash"))
    if startsServer { server = try await server.another() }
    #expect(ended.output == "")
    return try commands.indices.map { number in
      let output = try String(contentsOf: folder.appending(path: "\(number)"), encoding: .utf8)
      let status = try String(contentsOf: folder.appending(path: "\(number).status"), encoding: .utf8)
      return Result(output: output, status: Int32(status.dropLast()) ?? -1)
    }
  }

  private func prelude() throws -> String {
    """
    set -m
    cd '\(root.path())'
    trap 'builtin kill $(jobs -p) 2>/dev/null' EXIT
    satchel() { '\(try #require(ReaderProgram.program).path())' "$@"; }
    python3() {
      # In the background it takes the place of its shell, so that the end of the one is that of the other.
      [ "$BASHPID" = "$$" ] || exec python3 "$@" --port \(server.url.port ?? 0)
      command python3 "$@" --port \(server.url.port ?? 0)
    }
    kill() { builtin kill "$@" && { wait "$@"; true; }; }

    """
  }

  /// Returns the lines that run a command. A command in the background is ready when it prints its first line.
  private func line(_ command: String, output: String) -> String {
    let command = onThisMachine(command)
    let run =
      command.hasSuffix(" &")
      ? "mkfifo '\(output).begun'; \(command.dropLast(2)) >'\(output).begun' &\nhead -n 1 '\(output).begun' >'\(output)'"
      : "{ \(command); } >'\(output)' 2>&1"
    return "\(run)\necho $? >'\(output).status'\n"
  }
}

extension String {
  /// The text with equal addresses and UUIDs, to compare two runs.
  var withoutWhatVaries: String {
    replacing(/http:\/\/(localhost|127\.0\.0\.1):\d+/, with: "http://localhost:8000")
      // The identifiers of a feed's posts depend on its address.
      .replacing(/(^|\n)[a-z2-7]{12}\t/) { $0.output.1 + "aaaaaaaaaaaa\t" }
      .replacing(/(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "00000000-0000-0000-0000-000000000000")
  }
}
