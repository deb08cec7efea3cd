import Foundation
import Testing

/// Tests with the files of an earlier version: commit ee37c18 wrote the folder `Saved`.
@Suite(.timeLimit(.minutes(5)))
struct UpgradeTests {
  private let reader: ReaderProgram

  init() throws {
    reader = try ReaderProgram(server: #require(URL(string: "http://127.0.0.1:8459")))
    let saved = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Saved")
    for (folder, name) in [(reader.cache, "cache.db"), (reader.state, "state.db")] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: saved.appending(path: name), to: folder.appending(path: "http%20127.0.0.1%208459%20.db"))
    }
  }

  @Test(arguments: [
    ("posts --limit 3", "1\tSlack water\n2\tHow to wind a lighthouse\n3\tThe 6:14 that stops everywhere\n"),
    ("posts --unread --limit 2", "1\tSlack water\n3\tThe 6:14 that stops everywhere\n"),
    ("posts --bookmarked", "2\tHow to wind a lighthouse\n"),
    ("comics --bookmarked", "57\tA Bicycle for a Fish\n"),
    ("comics --limit 2", "61\tSnow on the Platform\n60\tCompass Rose\n"),
    ("fetch --last", "61c3d17d-7291-4a77-8ef8-561ab8d3f8e7\nfetched 1 time\n"),
  ])
  func `lists, flags and the last code of an earlier version can be read`(line: String, output: String) async throws {
    let ended = try await reader.run(arguments: line.split(separator: " ").map(String.init) + ["--offline", "-q"])
    #expect(ended == ReaderProgram.Ended(output: output, notes: "", status: 0))
  }

  @Test func `bookmarks of an earlier version have their author, comments and text`() async throws {
    let post = try await reader.run("post", "2", "--offline", "-q")
    #expect(post.status == 0)
    #expect(post.output.hasPrefix("How to wind a lighthouse\n"))
    #expect(post.output.contains("Author:   Saoirse Ní Bhriain\n"))
    #expect(post.output.contains("Comments: 5\n"))
    let comic = try await reader.run("comic", "57", "--offline", "-q")
    #expect(comic.status == 0)
    #expect(comic.output.hasPrefix("A Bicycle for a Fish\n\nSecond gear is wet.\n"))
  }

  @Test func `comics of an earlier version are sorted by date`() async throws {
    var session = try ReaderSession(reader, ["--offline"])
    try await session.wait { $0[3].hasPrefix(" ›  ★ How to wind a lighthouse") }
    try await session.type("2") { $0[16].contains(" 47 ") }
    try await session.type("s") { $0[2].contains(" 61 ") && $0[15].contains(" 47 ") && $0[16].contains(" 55 ") }
    try await session.ends("q")
  }

  @Test func `waiting to-dos of an earlier version still wait`() async throws {
    let todos = try await reader.run("todos", "--offline", "-q").output.split(separator: "\n")
    #expect(todos.count == 15)
    let waiting = todos.filter { $0.contains("↑") }
    let lines = waiting.map { $0.split(separator: "\t").dropFirst().joined(separator: " ") }
    #expect(lines == ["[x]↑ Wind the harbour clock", "[ ]↑ carry the lamp"])
  }

  @Test func `the reader restores the selection saved by an earlier version`() async throws {
    var session = try ReaderSession(reader, ["--offline"])
    try await session.wait { $0[3].hasPrefix(" ›  ★ How to wind a lighthouse") }
    try await session.ends("q")
  }
}
