import Foundation
import ProcessTestSupport
import Testing

/// Tests of the limit on the size of the cache.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CacheLimitTests {
  private func bytes(_ reader: ReaderProgram) throws -> Int { try reader.cached().values.reduce(0) { $0 + $1.count } }

  @Test func `a cache over its limit is trimmed except for bookmarks, and the rest is loaded again`()
    async throws
  {
    let server = try await FixtureServer("--posts", "20000")
    let reader = try ReaderProgram(server: server.url)
    let all = try await reader.run("posts")
    _ = try await reader.run("bookmark", "post", "19999")
    #expect(try bytes(reader) > 4 << 20)
    let cut = try await reader.run("posts", "-n", "1", "--keep", "2MiB")
    #expect(cut.status == 0)
    #expect(cut.notes.contains("of saved copies not seen for longest, to keep at most 2 MiB"))
    #expect(try bytes(reader) < 2 << 20)
    let status = try await reader.run("status", "--keep", "2MiB").output
    #expect(status.contains(/saved copies: \S+ [KM]iB of at most 2 MiB\n$/), "\(status)")
    let cached = try await reader.run("posts", "--offline").output
    #expect(!cached.isEmpty)
    #expect(cached.count < all.output.count)
    #expect(all.output.hasPrefix(cached))
    #expect(try await reader.run("post", "19999", "--offline").output.contains("Comments: "))
    #expect(try await reader.run("posts", "--bookmarked", "--offline").output.hasPrefix("19999\t"))
    #expect(try await reader.run("posts").output == all.output)
  }

  @Test func `trimming the cache leaves a valid list when programs are killed or run at once`() async throws {
    let server = try await FixtureServer("--posts", "10000")
    let reader = try ReaderProgram(server: server.url)
    let all = try await reader.run("posts").output
    for round in 0..<12 {
      // The list is printed before space is freed, so the other programs and the kills happen during that.
      let children = try (0..<2).map { _ in
        try reader.start(["posts", "-n", "1", "--keep", "1MiB", "-q"], output: FileHandle.nullDevice)
      }
      if round.isMultiple(of: 2) {
        _ = try await reader.run("posts", "-n", "\(1 + round * 3)", "-q")
        for child in children { child.signal(SIGKILL) }
      }
      for child in children { _ = await child.status }
      let cached = try await reader.run("posts", "--offline")
      // A trimmed list is like one that was loaded in part: it has the first rows, and a note that it is incomplete.
      #expect(cached.status == 0, "round \(round): \(cached.notes)")
      #expect(cached.notes.contains("which is incomplete") == (cached.output != all), "round \(round): \(cached.notes)")
      #expect(all.hasPrefix(cached.output), "round \(round)")
      #expect(!cached.output.isEmpty, "round \(round)")
      #expect(try reader.cached().keys.allSatisfy { !$0.hasSuffix(".damaged") })
      if round.isMultiple(of: 3) { #expect(try await reader.run("posts", "-q").output == all, "round \(round)") }
    }
  }
}
