import Foundation
import ProcessTestSupport
import Testing

/// Tests of the program killed at any time, and of several programs at once.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct KillTests {
  /// Fifty rounds per series, two hundred in all.
  @Test(arguments: 0..<4)
  func `kill -9 during writes loses nothing that was already shown`(series: Int) async throws {
    let server = try await FixtureServer("--posts", "400")
    for round in 0..<50 {
      let reader = try ReaderProgram(server: server.url)
      let shown = try await reader.killed(afterBytes: 1 + (series * 50 + round) * 79, of: ["posts"])
      let cached = try await reader.run("posts", "--offline")
      let whole = shown[..<(shown.lastIndex(of: "\n") ?? shown.startIndex)]
      #expect(cached.output.hasPrefix(whole), "round \(round)")
      #expect(try reader.cached().keys.allSatisfy { !$0.hasSuffix(".damaged") })
    }
  }

  @Test func `files left behind by killed processes are removed by the next write`() async throws {
    let server = try await FixtureServer("--posts", "1000")
    let reader = try ReaderProgram(server: server.url)
    for round in 0..<20 {
      _ = try await reader.killed(afterBytes: 1 + round * 997, of: ["posts"])
      try await server.control(#"{"edit": {"posts": {"1": {"title": "Title \#(round)"}}}}"#)
    }
    #expect(try await reader.run("posts").status == 0)
    #expect(try reader.cached().keys.count { $0.hasSuffix(".db") } == 1, "there is only one database")
  }

  /// The reader is killed after the key is sent, after it shows the work in progress, or after it shows the result.
  @Test(arguments: ["", "arking as read", "2,000 marked as read"], 0..<3)
  func `kill -9 while marking all as read leaves either all or none marked`(seen: String, round: Int) async throws {
    let server = try await FixtureServer("--posts", "2000")
    let reader = try ReaderProgram(server: server.url)
    #expect(try await reader.run("posts").status == 0)
    var session = try ReaderSession(reader)
    try await session.wait { $0.isLive && $0[1].contains("2,000 unread") }
    try session.type("A")
    if !seen.isEmpty { try await session.wait { $0[23].contains(seen) || $0[23].contains("2,000 marked as read") } }
    try session.signal("KILL")
    _ = try await session.ended()
    var next = try ReaderSession(reader)
    try await next.wait { $0.isLive }
    // The filter shows the unread posts: all or none.
    try await next.type("u") { $0[1].contains(" 2,000 unread only") || $0[1].contains("  unread only") }
    if seen.hasPrefix("2,000") { #expect(next.rows[1].contains("  unread only")) }
    try await next.ends("q")
  }

  @Test func `eight concurrent runs print the same list and share one database`() async throws {
    let server = try await FixtureServer("--posts", "300")
    let reader = try ReaderProgram(server: server.url)
    let outputs = try await withThrowingTaskGroup(of: ReaderProgram.Ended.self) { group in
      for _ in 0..<8 { group.addTask { try await reader.run("posts") } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let expected = ReaderProgram.Ended(output: outputs[0].output, notes: "", status: 0)
    #expect(outputs == Array(repeating: expected, count: 8))
    #expect(try await reader.run("posts", "--offline").output == outputs[0].output)
    #expect(try reader.cached().keys.count { $0.hasSuffix(".db") } == 1, "all pages are in one database")
  }
}

extension ReaderProgram {
  /// Runs the program until it has written that many bytes, kills it, and returns the output.
  fileprivate func killed(afterBytes count: Int, of arguments: [String]) async throws -> String {
    let pipe = Pipe()
    let child = try start(arguments, output: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    return try await aside {
      var shown = Data()
      while shown.count < count, let data = try pipe.fileHandleForReading.read(upToCount: count - shown.count) {
        shown += data
      }
      child.signal(SIGKILL)
      shown += try pipe.fileHandleForReading.readToEnd() ?? Data()
      return String(decoding: shown, as: UTF8.self)
    }
  }
}
