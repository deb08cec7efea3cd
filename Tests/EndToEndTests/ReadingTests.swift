import Foundation
import NetworkClient
import NetworkClientTestSupport
import ProcessTestSupport
import Testing

/// Tests of the program from its first run until the server is gone.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReadingTests {
  @Test func `a post reads the same offline, except for the note`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let online = try await reader.run("post", "1")
    #expect(online.status == 0)
    #expect(online.notes == "")
    #expect(online.output.contains("\nAuthor:   "))
    #expect(online.output.contains("\nComments: "))
    await server.stop()
    let offline = try await reader.run("post", "1")
    #expect(offline.output == online.output)
    #expect(offline.status == 0)
    #expect(
      offline.notes
        == "satchel: connection refused: \(server.url.absoluteString); showing the copy saved just now.\n")
    #expect(try await reader.run("post", "1", "--quiet") == .init(output: online.output, notes: "", status: 0))
  }

  @Test func `a post that was only listed can be read offline, its author unknown`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    _ = try await reader.run("posts")
    await server.stop()
    let offline = try await reader.run("post", "7", "--format", "json")
    #expect(offline.status == 0)
    #expect(offline.output.contains(#""author":null,"published""#))
  }

  @Test func `a changed post is shown, and an unchanged list is answered with 304 and not rewritten`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let first = try await reader.run("posts")
    let inodes = try reader.inodes()
    #expect(try await reader.run("posts") == first)
    #expect(try await server.requests().filter { $0.path.hasPrefix("/posts") }.last?.status == 304)
    #expect(try reader.inodes() == inodes, "a 304 writes no file")

    try await server.control(#"{"edit": {"posts": {"1": {"title": "A new title"}}}}"#)
    #expect(try await reader.run("posts").output.hasPrefix("1\tA new title\n"))
    await server.stop()
    #expect(try await reader.run("posts").output.hasPrefix("1\tA new title\n"))
  }

  @Test func `a post added after an unchanged page is listed`() async throws {
    func posts(_ count: Int) -> String {
      let posts = (1...count).map { #"{"id": \#($0), "userId": 1, "title": "Title \#($0)", "body": ""}"# }
      return #"{"posts": [\#(posts.joined(separator: ","))]}"#
    }
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    try await server.control(posts(100))
    #expect(try await reader.run("posts").output.split(separator: "\n").count == 100)
    try await server.control(posts(101))
    #expect(try await reader.run("posts").output.split(separator: "\n").count == 101)
  }

  @Test func `--offline sends no requests and shows the cached copy`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let nothing = try await reader.run("posts", "--offline")
    #expect(nothing.status == 69)
    #expect(nothing.output == "")
    #expect(nothing.notes.contains("--offline"))
    #expect(try await server.requests().isEmpty)
    let online = try await reader.run("posts")
    let count = try await server.requests().count
    let offline = try await reader.run("posts", "--offline")
    #expect(offline.output == online.output)
    #expect(offline.status == 0)
    #expect(offline.notes == "satchel: offline mode (--offline); showing the copy saved just now.\n")
    #expect(try await server.requests().count == count)
  }

  @Test func `an unknown post exits with 66 and a hint`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    for id in ["100000", "nonsense", "..", "a/b", "é"] {
      let ended = try await reader.run("post", id)
      #expect(ended.status == 66)
      #expect(ended.output == "")
      #expect(
        ended.notes
          == "satchel: there is no post \(id) at \(server.url.absoluteString). List them with: satchel posts\n")
    }
  }

  @Test func `all pages are followed to the end and saved in one database`() async throws {
    let server = try await FixtureServer("--posts", "250")
    let reader = try ReaderProgram(server: server.url)
    let online = try await reader.run("posts")
    #expect(online.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == (1...250).map { "\($0)" })
    #expect(try reader.cached().keys.count { $0.hasSuffix(".db") } == 1, "all pages are in one database")
    #expect(try await server.requests().map(\.path).first == "/posts?_page=1&_limit=100")
    await server.stop()
    #expect(try await reader.run("posts").output == online.output)
    #expect(try await reader.run("posts", "--limit", "120").output.split(separator: "\n").count == 120)
  }

  @Test func `a page is printed before the next one arrives`() async throws {
    let server = try await FixtureServer("--posts", "250")
    try await server.control(#"{"fault": "hang", "path": "/posts?_page=2"}"#)
    let reader = try ReaderProgram(server: server.url)
    let pipe = Pipe()
    let process = try reader.start(["posts"], output: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    let lines = try await aside {
      var lines = 0
      while lines < 100, let data = try pipe.fileHandleForReading.read(upToCount: 1) {
        lines += data.count { $0 == UInt8(ascii: "\n") }
      }
      return lines
    }
    #expect(lines == 100)
    #expect(process.isRunning)
    process.signal(SIGKILL)
  }

  @Test func `losing the server on the second page prints the first page as valid JSON and a note`() async throws {
    let server = try await FixtureServer("--posts", "250")
    try await server.control(#"{"fault": "reset", "path": "/posts?_page=2"}"#)
    let reader = try ReaderProgram(server: server.url)
    let ended = try await reader.run("posts", "--format", "json")
    #expect(ended.status == 0)
    #expect(ended.notes.contains("connection lost: "), "\(ended.notes)")
    #expect(ended.notes.contains("; the list is incomplete. "), "\(ended.notes)")
    #expect((try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [Any])?.count == 100)
  }

  @Test func `the JSON output of the list and of a post decodes`() async throws {
    struct Row: Decodable { var id: Int, title: String }
    struct Comment: Decodable { var id: Int, parent: Int?, name: String, date: Date?, body: String }
    struct Detail: Decodable { var id: Int, title: String, text: String, author: String?, comments: [Comment]? }
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let list = try await reader.run("posts", "--format", "json")
    let rows = try JSONDecoder().decode([Row].self, from: Data(list.output.utf8))
    #expect(rows.count >= 100)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let detail = try decoder.decode(
      Detail.self, from: Data(try await reader.run("post", "--format=json", "1").output.utf8))
    #expect(detail.title == rows.first?.title)
    #expect(detail.author != nil)
    #expect(detail.comments?.isEmpty == false)
  }

  @Test func `a server with string IDs and extra fields can be read`() async throws {
    let host = try LoopbackHost { request in
      let body =
        switch request.target.prefix(6) {
        case "/posts":
          "[\n  {\n    \"id\": \"a1\",\n    \"title\": \"Hello\",\n    \"views\": 100,\n    \"userId\": 7\n  }\n]"
        case "/users": "[\n  { \"id\": \"7\", \"name\": \"Ann\", \"tags\": [] }\n]"
        default: "[\n  { \"id\": \"x\", \"postId\": \"a1\" },\n  { \"id\": \"y\", \"postId\": \"b2\" }\n]"
        }
      let isSingle = request.target == "/posts/a1"
      return .answer(
        headers: ["Content-Type: application/json; charset=utf-8", "ETag: W/\"d1-x\"", "X-Powered-By: tinyhttp"],
        text: isSingle ? String(body.dropFirst(4).dropLast(2)) : body)
    }
    let reader = try ReaderProgram(server: host.url(""))
    #expect(try await reader.run("posts") == .init(output: "a1\tHello\n", notes: "", status: 0))
    #expect(
      try await reader.run("post", "a1")
        == .init(output: "Hello\n\nAuthor:   Ann\nComments: 1\n", notes: "", status: 0))
    _ = try await reader.run("posts")
    #expect(host.requests.last?.header("If-None-Match") == "W/\"d1-x\"")
  }
}

extension ReaderProgram {
  /// Returns the inode of each file in the cache: a file that is replaced has another inode.
  fileprivate func inodes() throws -> [String: Int?] {
    try Dictionary(
      uniqueKeysWithValues: cached().keys.map { path in
        let attributes = try FileManager.default.attributesOfItem(
          atPath: cache.appending(path: path).path(percentEncoded: false))
        return (path, (attributes[.systemFileNumber] as? NSNumber)?.intValue)
      })
  }
}
