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

  @Test func `status names a damaged database`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    _ = try await reader.run("fetch")
    let file = try #require(try reader.files(in: reader.state).keys.first)
    try Data("no database".utf8).write(to: reader.state.appending(path: file))
    let status = try await reader.run("status")
    #expect(status.status == 69, "\(status)")
    #expect(status.notes.contains("\(file) is damaged"), "\(status)")
  }
}
