import Foundation
import ProcessTestSupport
import Testing

/// Tests of posts that are saved to files or passed to commands.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PostExportTests {
  private func session(_ server: FixtureServer) async throws -> (ReaderProgram, ReaderSession) {
    let reader = try ReaderProgram(server: server.url)
    var session = try ReaderSession(reader)
    try await session.wait { $0.isLive }
    try await session.type("\r") { $0.isLive && $0[0].hasPrefix(" Posts › ") }
    return (reader, session)
  }

  @Test func `e saves a post as a new file and overwrites none`() async throws {
    let server = try await FixtureServer()
    var (reader, session) = try await session(server)
    try await session.type("e") { $0[23].contains("Saved: ") }
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: reader.folder.path()).first { $0.hasSuffix(".md") })
    let first = reader.folder.appending(component: name)
    let text = try String(contentsOf: first, encoding: .utf8)
    #expect(text.hasPrefix("# \(name.dropLast(3))\n\n"))
    try Data("mine".utf8).write(to: first)
    try await session.type("j") { !$0[23].contains("Saved: ") }
    try await session.type("e") { $0[23].contains("Saved: ") }
    let second = reader.folder.appending(component: "\(name.dropLast(3)) 2.md")
    #expect(try String(contentsOf: second, encoding: .utf8) == text)
    #expect(try String(contentsOf: first, encoding: .utf8) == "mine")
    try await session.ends("Q")
  }

  @Test func `a piped command gets the post's text and the terminal, and its failure is shown`() async throws {
    let server = try await FixtureServer()
    var (reader, session) = try await session(server)
    try session.type("|cat > text; echo \"have it\"; read -r answer < /dev/tty; echo \"read $answer\"\r")
    try await session.waitBeside { $0.contains("have it") }
    #expect(session.display.isGivenBack)
    try session.type("q\r")
    try await session.waitBeside { $0.contains("read q") }
    try await session.wait { $0.isLive && $0[23].contains("Done: ") }
    let text = try String(contentsOf: reader.folder.appending(component: "text"), encoding: .utf8)
    #expect(text.count > 20)
    try await session.type("|exit 3\r") { $0.isLive && $0[23].contains("Failed with status 3: exit 3") }
    try session.type("q")
    try session.type("q")
    #expect(try await session.ended() == .init(status: 0, isGivenBack: true))
  }
}
