import Foundation
import NetworkClientTestSupport
import Testing

/// Feeds of the fixture server, read by the program.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FeedTests {
  private func reader(_ server: FixtureServer, _ path: String) throws -> ReaderProgram {
    try ReaderProgram(server: URL(string: server.url.absoluteString + path) ?? server.url)
  }

  @Test func `a home page and its feeds give the same list`() async throws {
    let server = try await FixtureServer()
    let paths = ["/feeds/posts.rss", "/feeds/posts.rdf", "/feeds/posts.atom", "/feeds/posts.json", "/feeds/", "/blog/"]
    var lists: [String] = []
    for path in paths {
      let ended = try await reader(server, path).run("posts")
      // The program names the other feeds that the page links to.
      let notes = path.hasSuffix("/") ? "satchel: not read, but linked there, too: \(server.url)/feeds/posts.rdf, " : ""
      #expect(ended.notes.hasPrefix(notes), "\(path)")
      #expect(ended.notes.isEmpty == notes.isEmpty, "\(path)")
      // The identifiers depend on the feed, so the lists are compared without them.
      let titles = ended.output.split(separator: "\n").map { $0.split(separator: "\t").dropFirst().joined() }
      lists.append(titles.joined(separator: "\n"))
    }
    for list in lists { #expect(list == lists[0]) }
    #expect(lists[0].split(separator: "\n").count == 20)
  }

  @Test(arguments: ["-s file:///nope posts", "feeds add file:///nope", "feeds import /nope"])
  func `a file that is not there has the same exit status everywhere`(line: String) async throws {
    let reader = try ReaderProgram(server: #require(URL(string: "http://127.0.0.1:1")))
    let ended = try await reader.run(arguments: line.split(separator: " ").map(String.init))
    #expect(ended.status == 66, "\(ended)")
    #expect(ended.notes.contains("cannot read"), "\(ended)")
  }

  @Test func `an unchanged feed is one request that is answered with 304`() async throws {
    let server = try await FixtureServer()
    let reader = try reader(server, "/feeds/posts.rss")
    let first = try await reader.run("posts").output
    let before = try await server.requests().count
    #expect(try await reader.run("posts").output == first)
    let requests = try await server.requests().dropFirst(before).filter { $0.path != "/control" }
    #expect(requests.map(\.path) == ["/feeds/posts.rss"])
    #expect(requests.map(\.status) == [304])
  }

  @Test func `posts seen before are listed offline, including entries that left the feed`() async throws {
    let server = try await FixtureServer()
    let reader = try reader(server, "/feeds/posts.atom")
    let first = try await reader.run("posts").output.split(separator: "\n")
    try await server.control(#"{"feeds": ["left", "published"]}"#)
    let later = try await reader.run("posts").output.split(separator: "\n")
    #expect(later.count == first.count + 3)
    #expect(Array(later.dropFirst(3)) == first)
    await server.stop()
    let offline = try await reader.run("posts")
    #expect(offline.output.split(separator: "\n") == later)
    #expect(offline.notes.contains("connection refused"))
    let id = String(try #require(first.last).prefix { $0 != "\t" })
    #expect(try await reader.run("post", id, "--offline").output.count > 100)
  }

  @Test func `a user and password in the address are sent only to their server and never printed`() async throws {
    let other = try LoopbackHost { _ in .answer(headers: ["Content-Type: text/xml"], text: Self.feed) }
    let host = try LoopbackHost { request in
      if request.header("authorization") == nil { return .answer(401) }
      if request.target == "/away" { return .answer(302, headers: ["Location: \(other.url("/feed"))"]) }
      return .answer(headers: ["Content-Type: text/xml"], text: Self.feed)
    }
    for path in ["/feed.xml", "/away"] {
      let address = host.url(path).absoluteString.replacing("http://", with: "http://me:secret@")
      let reader = try ReaderProgram(server: try #require(URL(string: address)))
      let ended = try await reader.run("posts")
      #expect(ended.status == 0, "\(ended.notes)")
      #expect(ended.output.hasSuffix("\tOne\n"))
      for command in [["posts", "-f", "json"], ["status"], ["doctor"], ["config"], ["status", "-f", "json"]] {
        let ended = try await reader.run(arguments: command)
        #expect(!(ended.output + ended.notes).contains("secret"), "\(command)")
      }
    }
    #expect(host.requests.allSatisfy { $0.header("authorization") == "Basic bWU6c2VjcmV0" })
    #expect(!other.requests.isEmpty)
    #expect(other.requests.allSatisfy { $0.header("authorization") == nil })
  }

  private static let feed = """
    <rss><channel><title>F</title><item><guid>1</guid><title>One</title><description>x</description></item></channel>
    </rss>
    """

  @Test func `a unique prefix of an identifier selects its post`() async throws {
    let server = try await FixtureServer()
    let reader = try reader(server, "/feeds/posts.rss")
    let ids = try await reader.run("posts").output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    let id = try #require(ids.first)
    func count(_ length: Int) -> Int { ids.count { $0.hasPrefix(id.prefix(length)) } }
    let length = try #require((1...12).first { count($0) == 1 })
    let post = try await reader.run("post", String(id.prefix(length)).uppercased(), "-f", "json")
    #expect(post.output.hasPrefix(#"{"id":"\#(id)","#))
    let bookmark = try await reader.run("bookmark", "post", String(id.prefix(length)), "--offline")
    #expect(bookmark.output.hasPrefix("post \(id), "))
    let unknown = try await reader.run("post", "zzzz")
    #expect(unknown.status == 66)
    #expect(unknown.notes.hasPrefix("satchel: there is no post zzzz at "))
  }

  @Test func `a feed whose identifiers all change gives no new posts, and bookmarks stay`() async throws {
    let server = try await FixtureServer()
    let reader = try reader(server, "/feeds/posts.rss")
    let first = try await reader.run("posts").output
    let id = String(first.prefix { $0 != "\t" })
    #expect(try await reader.run("bookmark", "post", id).status == 0)
    let bookmarked = try await reader.run("posts", "--bookmarked").output
    try await server.control(#"{"feeds": ["renumbered"]}"#)
    let later = try await reader.run("posts")
    #expect(later.output == first)
    #expect(later.notes.contains("20 entries recognised under new identifiers"))
    #expect(try await reader.run("posts").notes == "")
    #expect(try await reader.run("posts", "--bookmarked").output == bookmarked)
  }

  @Test(arguments: [
    ("/blog/1", "an HTML page without a feed"), ("/posts/1", "JSON, but neither posts nor a feed"),
    ("/feeds/posts.rss?fault=challenge-403", "the server refuses programs (403)"),
    ("/feeds/posts.rss?fault=challenge-503", "the server refuses programs (503)"),
  ])
  func `an answer that is not a feed is reported as the kind it is`(path: String, message: String) async throws {
    let server = try await FixtureServer()
    let ended = try await reader(server, path).run("posts")
    #expect(ended.notes.contains(message))
    #expect(ended.output == "")
    #expect(ended.status == 69)
  }

  @Test func `a feed is not requested again before its Retry-After date`() async throws {
    let server = try await FixtureServer()
    let reader = try reader(server, "/feeds/posts.rss?fault=too-many-date")
    #expect(try await reader.run("posts").notes.contains("too many requests (429)"))
    let before = try await server.requests().filter { $0.path.hasPrefix("/feeds/") }.count
    #expect(before == 1)
    #expect(try await reader.run("posts").notes.contains("requests to the server are paused until"))
    #expect(try await server.requests().filter { $0.path.hasPrefix("/feeds/") }.count == before)
  }

  @Test(arguments: [
    "html-entities", "bare-ampersand", "control-chars", "blank-lines", "windows-1252", "utf8-as-latin1",
    "unknown-encoding", "media-html", "media-text", "no-validators", "billion-laughs", "external-entity",
  ])
  func `every entry of a malformed feed is read`(fault: String) async throws {
    let server = try await FixtureServer()
    let ended = try await reader(server, "/feeds/posts.rss?fault=\(fault)").run("posts")
    #expect(ended.output.split(separator: "\n").count == 20)
    #expect(!ended.output.contains("root:"))
    #expect(ended.status == 0)
  }

  @Test func `sync of a feed requests its document and the comments and pictures of bookmarks`() async throws {
    let server = try await FixtureServer()
    let reader = try reader(server, "/feeds/posts.rss")
    func paths(_ command: String...) async throws -> [String] {
      let before = try await server.requests().count
      #expect(try await reader.run(arguments: command).status == 0)
      return try await server.requests().dropFirst(before).map(\.path).filter { $0 != "/control" }.sorted()
    }
    // The address ends in the name of a document, so the program requests no list of posts.
    #expect(try await paths("posts") == ["/feeds/posts.rss"])
    #expect(try await paths("sync") == ["/feeds/posts.rss"])
    let id = String(try await reader.run("posts", "--limit", "1").output.prefix { $0 != "\t" })
    let parts = ["/comics/133.png", "/feeds/comments/133.rss"]
    #expect(try await paths("bookmark", "post", id) == parts)
    #expect(try await paths("sync", "--format", "json") == parts + ["/feeds/posts.rss"])
    let all = try await paths("sync", "--pictures", "all")
    #expect(all.filter { $0.hasPrefix("/comics/") }.count == 20)
    #expect(
      all.filter { $0.hasPrefix("/feeds/comments/") } == ["/feeds/comments/133.rss"],
      "only the comments of the bookmarked post are requested")
    #expect(try await reader.run("sync").output.contains("posts: 20 saved"))
    await server.stop()
    let offline = try await reader.run("post", id, "--offline").output
    #expect(offline.contains("Comments: 6"))
  }

  @Test func `opening a changed post does not make the feed load in full again`() async throws {
    let server = try await FixtureServer()
    let reader = try reader(server, "/feeds/posts.rss")
    let id = String(try await reader.run("posts").output.prefix { $0 != "\t" })
    try await server.control(#"{"feeds": ["retitled"]}"#)
    let changed = try await reader.run("posts").output
    let before = try await server.requests().count
    #expect(try await reader.run("post", id).status == 0)
    #expect(try await reader.run("posts").output == changed)
    let requests = try await server.requests().dropFirst(before).filter { $0.path == "/feeds/posts.rss" }
    #expect(requests.map(\.status) == [304, 304])
  }

  @Test(arguments: ["rss", "atom"])
  func `comments are read as threads and revalidated with 304 when read again`(format: String) async throws {
    struct Row: Decodable { var id: String, url: String }
    struct Comment: Decodable { var id: String, parent: String?, name: String, date: Date? }
    struct Detail: Decodable { var comments: [Comment] }
    let server = try await FixtureServer()
    let reader = try reader(server, "/feeds/posts.\(format)?limit=500")
    let list = Data(try await reader.run("posts", "-f", "json").output.utf8)
    let rows = try JSONDecoder().decode([Row].self, from: list)
    let id = try #require(rows.first { $0.url.hasSuffix("/76") }?.id)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let json = Data(try await reader.run("post", id, "-f", "json").output.utf8)
    let comments = try decoder.decode(Detail.self, from: json).comments
    #expect(comments.count == 19)
    let names = Dictionary(uniqueKeysWithValues: comments.map { ($0.id, $0.name) })
    #expect(
      comments.prefix(6).map { $0.parent.flatMap { names[$0] } } == [
        nil, nil, "Tove Lind", nil, "Edith Marlow", "Bram de Wit",
      ])
    #expect(comments.compactMap(\.parent).count == 11)
    #expect(comments.compactMap(\.date) == comments.compactMap(\.date).sorted())
    let before = try await server.requests().count
    let text = try await reader.run("post", id).output
    #expect(text.contains("\n          Bram de Wit · 2024-11-11\n            The blue one.\n"))
    let later = try await server.requests().dropFirst(before).filter { $0.path.hasPrefix("/feeds/comments/") }
    #expect(later.map(\.status) == [304])
  }

  @Test func `doctor recognises a feed before and after it was read, and changes nothing`() async throws {
    let server = try await FixtureServer()
    let reader = try reader(server, "/feeds/")
    for isKnown in [false, true] {
      let output = try await reader.run("doctor").output
      #expect(output.contains("a feed with 20 entries"), "\(output)")
      let notes = try await reader.run("posts").notes
      #expect(notes.contains("linked there, too") == !isKnown, "\(notes)")
    }
    #expect(try await server.requests().filter { $0.path == "/feeds/posts.rss" && $0.status == 304 }.count == 1)
  }

  @Test func `a truncated feed shows its complete entries and is requested in full again`() async throws {
    let server = try await FixtureServer()
    let reader = try reader(server, "/feeds/posts.rss?fault=cut-entry")
    for _ in 0..<2 {
      let ended = try await reader.run("posts")
      #expect(ended.output.split(separator: "\n").count == 19)
      #expect(ended.notes.contains("the feed ends too early"))
    }
  }
}
