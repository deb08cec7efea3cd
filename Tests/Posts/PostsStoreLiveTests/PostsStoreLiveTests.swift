import CachedResource
import Database
import DatabaseLive
import Foundation
import PagedList
import PostDomain
import PostsStore
import PostsStoreLive
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PostsStoreLiveTests {
  @Test func `every field of a post is saved unchanged`() async throws {
    var entry = Post(id: Post.ID("f"), userID: nil, title: "t", body: "<p>b")
    entry.author = "Ada, Bo"
    entry.format = .html
    entry.isSummary = true
    entry.element = .description
    entry.base = URL(string: "https://example.org/feed")
    entry.updated = Date(timeIntervalSince1970: 0.5)
    entry.listDate = Date(timeIntervalSince1970: 1e9)
    entry.changedAt = Date(timeIntervalSince1970: 2e9)
    entry.hiding = .quiet
    entry.categories = ["a, b", "é"]
    entry.enclosures = [
      Enclosure(address: try #require(URL(string: "https://example.org/a.mp3")), type: "audio/mpeg", length: 12),
      Enclosure(address: try #require(URL(string: "https://example.org/b"))),
      Enclosure(address: try #require(URL(string: "https://example.org/c.png")), title: "A cat, “asleep”"),
    ]
    entry.related = URL(string: "https://example.org/about")
    entry.language = "en-GB"
    entry.discussion = Discussion(
      page: URL(string: "https://example.org/c"), feed: URL(string: "https://example.org/c.rss"), count: 3)
    var plain = Post(id: Post.ID("p"), userID: nil, title: "t", body: "b")
    plain.format = .plain
    let posts = [
      entry, plain, Post(id: Post.ID(""), userID: nil, title: "", body: ""),
      Post(id: Post.ID("a/b%\u{0}"), userID: User.ID(""), title: "\u{1b}[2J\u{0}é 😀", body: "one\r\ntwo\n"),
      Post(id: Post.ID("é"), userID: User.ID("ü"), title: "t", body: "e\u{301}"),
      Post(
        id: Post.ID("d"), userID: nil, title: "t", body: "", date: Date(timeIntervalSince1970: 1_704_450_030.125),
        link: URL(string: "https://example.org/a%20b?c=d#e")),
    ]
    let sut = PostsStore.live(database: .memory())
    _ = try await sut.replace(
      .init(
        number: 0, cursor: nil, page: .init(posts), validator: "v", fetchedAt: .distantPast, checked: RangeSet()))
    let cached = try await sut.window(.row(0), 0, 9).items
    #expect(cached == posts)
    // Swift compares canonically equivalent texts as equal, but a server may not, so the bytes are compared.
    #expect(cached.map { Array($0.body.utf8) } == posts.map { Array($0.body.utf8) })
    #expect(try await sut.validator(0, nil) == "v")
  }

  @Test func `a search matches titles only`() async throws {
    let sut = PostsStore.live(database: .memory())
    let post = Post(id: Post.ID("id"), userID: User.ID("user"), title: "Bánh mì", body: "body")
    _ = try await sut.replace(
      .init(
        number: 0, cursor: nil, page: .init([post]), validator: nil, fetchedAt: .distantPast, checked: RangeSet()))
    for (query, count) in [("banh mi", 1), ("mì", 1), ("mí", 0), ("body", 0), ("user", 0), ("id", 0)] {
      #expect(try await sut.reader.found(query).count == count, "\(query)")
    }
  }

  @Test(arguments: [
    "user = 'x'", "author = 'x'", "format = 1", "listed = 1", "categories = 'x'", "commentsFeed = 'http://x'",
    "hidden = 2", "element = 2",
    "title = 'x'", "body = 'x'", "date = 0", "link = 'http://x'", "id = 'x'", "validator = 'x'",
    "sum = sum + 1",
  ])
  func `a post changed on disk is dropped with the validator of its page`(change: String) async throws {
    let database = Database.memory()
    let sut = PostsStore.live(database: database)
    let posts = [Post].samples
    _ = try await sut.replace(
      .init(
        number: 0, cursor: nil, page: .init(posts), validator: "v", fetchedAt: .distantPast, checked: RangeSet()))
    try await database.write { try $0.run("UPDATE posts SET \(change) WHERE id = '2'") }
    #expect(try await sut.validator(0, nil) == nil)
    #expect(try await sut.window(.row(0), 0, 9).items == [posts[0], posts[2]])
  }

  @Test func `a hidden post is in the lists that its reason allows`() async throws {
    let sut = PostsStore.live(database: .memory())
    let parts = try #require(sut.parts)
    var page = Page<Post>([])
    let posts = [nil, Post.Hiding.quiet, .muted, .duplicate].enumerated().map { index, hiding in
      var post = Post(
        id: Post.ID(index), userID: nil, title: "t", body: "", date: Date(timeIntervalSince1970: Double(-index)))
      post.hiding = hiding
      return post
    }
    page.window = PageWindow { try $0(posts) }
    _ = try await parts.store(1).replace(
      PageUpdate(number: 0, cursor: nil, page: page, validator: nil, fetchedAt: .distantPast, checked: RangeSet()))
    func shown(_ reader: ListReader<Listed<Post>>, _ query: ListQuery = ListQuery()) async throws -> [String] {
      try await reader.window(query, .row(0), 0, 9).items.map(\.id.text)
    }
    #expect(try await shown(parts.store(1).reader) == ["0", "1"])
    #expect(try await shown(parts.store(1).reader, ListQuery(showsHidden: true)) == ["0", "1", "2", "3"])
    #expect(try await shown(parts.reader(nil)) == ["0"])
    #expect(try await shown(parts.reader(nil), ListQuery(showsHidden: true)) == ["0", "1", "2"])
  }
}
