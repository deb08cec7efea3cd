import Foundation
import NetworkClientTestSupport
import Terminal
import Testing

/// Tests of `satchel post` with a slow server and a narrow terminal.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PostTests {
  @Test func `author and comments of a post share one more timeout, whatever their number of pages`() async throws {
    let host = try LoopbackHost { request in
      let slowly = LoopbackHost.Reply([.wait(.init(openingAfter: 0.9))])
      switch request.target.prefix(9) {
      case "/posts/1": return .answer(text: #"{"id": 1, "title": "Hello", "userId": 7}"#)
      case "/users", "/users/7": return .hang
      case "/comments":
        let page = request.target.wholeMatch(of: #/.*page=(\d+)/#).flatMap { Int($0.1) } ?? 1
        return slowly
          + .answer(
            headers: ["Link: </comments?postId=1&page=\(page + 1)>; rel=next"],
            text: #"[{"id": \#(page), "postId": 1}]"#)
      default: return .answer(404)
      }
    }
    let reader = try ReaderProgram(server: host.url())
    let ended = try await reader.run("post", "1", "--timeout", "2")
    // Each page takes 0.9 seconds, so three are requested within two seconds, or fewer on a busy machine.
    let pages = host.requests.filter { $0.target.hasPrefix("/comments") }
    #expect((1...3).contains(pages.count), "\(pages.map(\.target))")
    let why = "satchel: no answer in time: \(host.url().absoluteString); parts are missing.\n"
    #expect(ended == .init(output: "Hello\n\nAuthor:   —\nComments: —\n", notes: why, status: 0))
  }

  @Test func `an author beyond the first page of users is shown, also offline`() async throws {
    let host = try LoopbackHost { request in
      let link = #"Link: </users?page=2>; rel="next""#
      return switch request.target {
      case "/posts/1": .answer(text: #"{"id": 1, "title": "Hello", "userId": 7}"#)
      case "/users": .answer(headers: [link], text: #"[{"id": 1, "name": "Ann"}]"#)
      case "/users/7": .answer(text: #"{"id": 7, "name": "Seven"}"#)
      case "/comments?postId=1": .answer(text: "[]")
      default: .answer(404)
      }
    }
    let reader = try ReaderProgram(server: host.url())
    let online = try await reader.run("post", "1")
    #expect(online == .init(output: "Hello\n\nAuthor:   Seven\nComments: 0\n", notes: "", status: 0))
    #expect(Set(host.requests.map(\.target)) == ["/posts/1", "/users", "/users/7", "/comments?postId=1"])
    #expect(try await reader.run("post", "1", "--offline").output == online.output)
  }

  @Test func `a post is wrapped at words on a terminal but not in a pipe`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let piped = try await reader.run("post", "2").output
    #expect(piped.split(separator: "\n").contains { $0.count > 40 })
    var session = try ReaderSession(reader, ["post", "2"], size: Size(width: 40, height: 10))
    #expect(try await session.ended().status == 0)
    let lines = session.display.plain.split(whereSeparator: \.isNewline)
    #expect(lines.allSatisfy { $0.count <= 40 })
    #expect(lines.contains { $0.count > 30 })
    #expect(session.display.plain.split(whereSeparator: \.isWhitespace) == piped.split(whereSeparator: \.isWhitespace))
  }

  @Test func `a post never opened before says that it is loading while the server is slow`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    _ = try await reader.run("posts")
    var session = try ReaderSession(reader)
    try await session.wait { $0.isLive && $0[2].contains("Slack water") }
    // If the server still answered, users could arrive before the cached post is read and appear with it.
    try await server.control(#"{"fault": "hang"}"#)
    try await session.type("j\r") { $0[0].hasPrefix(" Posts › 2") && $0[23].contains("Loading") }
    #expect(session.rows[2] == "    How to wind a lighthouse")
    #expect(session.rows[3].hasSuffix(" · … comments"))
    #expect(!session.rows.contains { $0.contains("usable") || $0.contains("cannot") })
    try await session.ends("Q")
  }
}
