import Foundation
import Testing

/// Tests of `status` and `forget` with files on disk.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct EndToEndStatusTests {
  @Test func `forget frees the space of cached posts but not bookmarks, and --state-too removes all`() async throws {
    let server = try await FixtureServer("--posts", "6000")
    let reader = try ReaderProgram(server: server.url)
    #expect(try await reader.run("status").output == "")
    _ = try await reader.run("posts")
    _ = try await reader.run("bookmark", "post", "7")
    let status = try await reader.run("status").output
    #expect(status.contains("posts      6000, 1 with comments, from just now"))
    #expect(status.contains("bookmarks  1"))
    let before = try reader.cached().values.reduce(0) { $0 + $1.count }
    let forgotten = try await reader.run("forget", "posts", "-f", "json")
    let freed = try #require(forgotten.output.firstMatch(of: /"freed":(\d+)/).flatMap { Int($0.1) })
    let after = try reader.cached().values.reduce(0) { $0 + $1.count }
    #expect(freed == before - after, "\(before) \(after)")
    #expect(after * 4 < before, "\(before) \(after)")
    #expect(try await reader.run("posts", "--bookmarked").output.hasPrefix("7\t"))
    #expect(try await reader.run("forget", "server", "\(server.url)", "--state-too").status == 0)
    #expect(try reader.cached().isEmpty)
    #expect(try reader.files(in: reader.state).isEmpty)
    #expect(try await reader.run("posts", "-n", "1").status == 0)
  }

  @Test func `every command that needs a damaged state names it, and none changes it`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    _ = try await reader.run("bookmark", "post", "7")
    let file = try damageState(of: reader)
    let advice = "Restore a good copy or move it away, or choose another folder with --state."
    for (words, status) in [
      (["posts", "-n", "1", "-f", "json"], 0), (["comics", "-n", "1", "-f", "json"], 0), (["posts", "--unread"], 69),
      (["posts", "--bookmarked"], 69), (["bookmark", "post", "7"], 69), (["bookmark", "comic", "7", "--remove"], 69),
      (["todos"], 69), (["todo", "add", "oil"], 69), (["fetch"], 69), (["fetch", "--last"], 69), (["sync"], 75),
      (["forget", "posts", "--state-too"], 69), (["doctor"], 69),
    ] as [([String], Int32)] {
      let ended = try await reader.run(arguments: words)
      #expect(ended.status == status, "\(words) \(ended)")
      #expect((ended.notes + ended.output).contains("\(file) is damaged"), "\(words) \(ended)")
      #expect((ended.notes + ended.output).contains(advice), "\(words) \(ended)")
      #expect(try Data(contentsOf: reader.state.appending(path: file)) == Data("no database".utf8), "\(words)")
    }
    #expect(try await reader.run("posts", "-n", "1").notes == "")
  }

  @Test(.timeLimit(.minutes(1))) func `an endless file or input is not read to its end`() async throws {
    let reader = try ReaderProgram(server: try #require(URL(string: "http://127.0.0.1:1")))
    let file = try await reader.run("feeds", "import", "/dev/zero")
    #expect(
      file
        == .init(
          output: "", notes: "satchel: cannot read /dev/zero (it is larger than 4 MB); nothing changed.\n", status: 66)
    )
    let input = try await reader.run(
      arguments: ["-c", "\(try #require(ReaderProgram.program).path()) todo add - < /dev/zero"],
      executable: URL(filePath: "/bin/sh"))
    #expect(
      input
        == .init(
          output: "", notes: "satchel: cannot read standard input (it is larger than 4 MB); nothing changed.\n",
          status: 66))
  }

  @Test func `status names a damaged database`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    _ = try await reader.run("fetch")
    let file = try damageState(of: reader)
    let status = try await reader.run("status")
    #expect(status.status == 69, "\(status)")
    #expect(status.notes.contains("\(file) is damaged"), "\(status)")
  }

  /// Damages the database of the state, and returns its name.
  private func damageState(of reader: ReaderProgram) throws -> String {
    let files = try reader.files(in: reader.state).keys
    let file = try #require(files.first { $0.hasSuffix(".db") })
    // The log, which may be left, would restore the file.
    for name in files { try FileManager.default.removeItem(at: reader.state.appending(path: name)) }
    try Data("no database".utf8).write(to: reader.state.appending(path: file))
    return file
  }
}
