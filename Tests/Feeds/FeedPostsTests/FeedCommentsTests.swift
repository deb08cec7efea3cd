import CachedResource
import CommentsService
import FeedPosts
import FeedsService
import FeedsStore
import Foundation
import NetworkClient
import NetworkClientTestSupport
import PostDomain
import PostsService
import TestSupport
import Testing

/// Tests of the comments on a feed's post, which are a separate feed and form threads.
struct FeedCommentsTests {
  private let site = FeedSite()
  private let feed = "https://example.org/feed"
  private var address = "https://example.org/1/feed"

  /// Returns the comments on the first post of the feed; nil if they have not changed.
  private func load(_ validator: String? = nil) async throws -> (comments: [PostDomain.Comment], validator: String?)? {
    if site.saved.isEmpty {
      site[feed] = rss(
        item("1", "<link>https://example.org/1</link><wfw:commentRss>\(address)</wfw:commentRss>"), item("2"))
      try await site.load()
    }
    let posts = site.posts(PostsService(page: unexpected("page"), post: unexpected("post")))
    let service = posts.comments(CommentsService(comments: unexpected("comments")))
    guard case .changed(let comments, let new) = try await service.comments(site.saved[0].id, validator) else {
      return nil
    }
    return (comments, new)
  }

  /// Returns the comments of a document in the order of their threads, each as its depth and title.
  private func threads(_ document: String) async throws -> [String] {
    site[address] = document
    return try await load()?.comments.threaded.map { "\($0.depth) \($0.comment.name)" } ?? []
  }

  @Test func `comments on a post are those of its comments feed`() async throws {
    site[address] = rss(
      item("7", "<dc:creator>Ada</dc:creator><description>First</description>"), item("8", date: nil))
    let comments = try #require(try await load()?.comments)
    #expect(comments.map(\.name) == ["Ada", "Title 8"])
    #expect(comments.map(\.body) == ["First", ""])
    #expect(comments.map(\.date) == [SimulatedWeb.start.addingTimeInterval(-43_200), nil])
    #expect(comments.map(\.postID) == [site.saved[0].id, site.saved[0].id])
    #expect(comments.map(\.parentID) == [nil, nil])
    #expect(Set(comments.map(\.id)).count == 2)
    #expect(try await load()?.comments.map(\.id) == comments.map(\.id), "the identifiers are the same in every load")
    #expect(site.web.requests == [feed, address, address])
    site[address] = "<html>"
    var failure = await #expect(throws: FailureElsewhere.self) { try await load() }
    #expect(failure?.failure as? AnswerFailure == .pageWithoutFeed)
    site[address] = nil
    failure = await #expect(throws: FailureElsewhere.self) { try await load() }
    #expect(failure?.failure as? NetworkClient.Error == .rejected(status: 404))
    #expect(failure?.address == address)
  }

  @Test func `unchanged comments do not replace the state of the feed`() async throws {
    site[address] = rss(item("7"))
    _ = try await load()
    let posts = site.posts()
    _ = try await posts.posts.page(nil, nil)
    let before = posts.state
    let comments = posts.comments(nil)
    guard case .changed(_, let validator) = try await comments.comments(site.saved[0].id, nil) else {
      Issue.record("no comments")
      return
    }
    guard case .unchanged = try await comments.comments(site.saved[0].id, validator) else {
      Issue.record("other comments")
      return
    }
    #expect(before?.documentChecksum != nil)
    #expect(posts.state == before)
  }

  @Test func `a post without a comments feed has no comments`() async throws {
    site[feed] = rss(item("1"))
    try await site.load()
    let first = try #require(try await load())
    #expect(first.comments == [])
    #expect(try await load(first.validator) == nil, "the validator confirms the empty list")
    #expect(site.web.requests == [feed])
    // Now the feed names a comments feed.
    site[feed] = rss(item("1", "<wfw:commentRss>\(address)</wfw:commentRss>"))
    site[address] = rss(item("7"))
    try await site.load()
    #expect(try await load(first.validator)?.comments.map(\.name) == ["Title 7"])
  }

  // MARK: - Threads

  /// Returns an item dated `minute` minutes after midnight, with references to the items that it answers.
  private func answer(_ id: String, _ minute: Int, _ references: String = "") -> String {
    let minute = minute < 10 ? "0\(minute)" : "\(minute)"
    return item(
      id, date: "Thu, 01 Jan 2026 00:\(minute):00 GMT", "<link>https://example.org/1#\(id)</link>\(references)"
    ).replacing("Title ", with: "")
  }
  private func to(_ id: String) -> String { "<thr:in-reply-to ref='\(id)'/>" }

  @Test func `replies are nested below what they answer, oldest first, in any order of the feed`() async throws {
    let items = [
      answer("a", 1, to("1")), answer("b", 2, to("a")), answer("c", 3), answer("d", 4, to("a")),
      answer("e", 5, to("b")),
    ]
    let expected = ["0 a", "1 b", "2 e", "1 d", "0 c"]
    #expect(try await threads(rss(items.joined())) == expected)
    #expect(try await threads(rss(items.reversed().joined())) == expected)
  }

  @Test func `in-reply-to in an Atom comments feed nests replies`() async throws {
    func entry(_ id: String, _ minute: Int, _ answered: String) -> String {
      """
      <entry><id>\(id)</id><title>\(id)</title><updated>2026-01-01T00:0\(minute):00Z</updated>\
      <thr:in-reply-to ref='\(answered)' type='application/xhtml+xml'/></entry>
      """
    }
    let space = "xmlns:thr='http://purl.org/syndication/thread/1.0'"
    let entries = entry("c", 3, "b") + entry("b", 2, "a") + entry("a", 1, "tag:post")
    #expect(
      try await threads("<feed xmlns='http://www.w3.org/2005/Atom' \(space)>\(entries)</feed>")
        == ["0 a", "1 b", "2 c"])
  }

  @Test func `replies of WordPress are nested by the link that they begin with`() async throws {
    func comment(_ number: Int, _ text: String) -> String {
      let link = "<link>https://example.org/1/#comment-\(number)</link>"
      return item(
        "c\(number)", date: "Thu, 01 Jan 2026 00:0\(number):00 GMT",
        "\(link)<content:encoded><![CDATA[\(text)]]></content:encoded>"
      )
      .replacing("Title ", with: "")
    }
    func reply(_ number: Int) -> String {
      #"In reply to <a href="https://example.org/1/#comment-\#(number)">Ada &#38; Bob</a>."# + "\n\n<p>Yes.</p>"
    }
    let seen = #"<p>See <a href="https://example.org/2/#comment-1">there</a> and <a href="/1/#comment-1">here</a>.</p>"#
    let items = [
      comment(1, "<p>First.</p>"), comment(2, reply(1)), comment(3, reply(2)), comment(4, reply(9)), comment(5, seen),
    ]
    #expect(try await threads(rss(items.joined())) == ["0 c1", "1 c2", "2 c3", "0 c4", "0 c5"])
  }

  @Test(arguments: [
    // The reference is to the post, to a missing comment, or unreadable, so the comment starts a thread.
    ("<thr:in-reply-to ref='1' href='https://example.org/1'/>", "0 b"), ("<thr:in-reply-to ref='x'/>", "0 b"),
    ("<thr:in-reply-to/>", "0 b"), ("<thr:in-reply-to ref='b'/>", "0 b"), ("<thr:in-reply-to ref='A'/>", "0 b"),
    // The address is used if the identifier is missing or unknown, and of several references the first known one.
    ("<thr:in-reply-to href='https://example.org/1#a'/>", "1 b"), ("<thr:in-reply-to href='/1#a'/>", "1 b"),
    ("<thr:in-reply-to ref='x' href='https://example.org/1#a'/>", "1 b"),
    ("<thr:in-reply-to ref='1'/><thr:in-reply-to ref='a'/>", "1 b"),
    ("<thr:in-reply-to ref='b'/><thr:in-reply-to ref='a'/>", "1 b"),
  ])
  func `a reply is nested only when a reference names another comment by ID or address`(
    reference: String, expected: String
  ) async throws {
    #expect(try await threads(rss(answer("a", 1), answer("b", 2, reference))) == ["0 a", expected])
  }

  @Test func `an address shared by several comments identifies none of them`() async throws {
    let page = "<link>https://example.org/1</link>"
    let reply = "<thr:in-reply-to ref='1' href='https://example.org/1'/>"
    #expect(
      try await threads(rss(item("7", page), item("8", page), item("9", page + reply)))
        == ["0 Title 7", "0 Title 8", "0 Title 9"])
  }

  @Test func `a reference to an identifier matches no other comment's address`() async throws {
    let other = item("https://example.org/1#a", date: "Thu, 01 Jan 2026 00:02:00 GMT").replacing("Title ", with: "")
    #expect(
      try await threads(rss(answer("a", 1), other, answer("c", 3, to("https://example.org/1#a"))))
        == ["0 a", "0 https://example.org/1#a", "1 c"])
  }

  @Test func `comments that answer each other in a circle all appear once`() async throws {
    #expect(
      try await threads(rss(answer("a", 1, to("c")), answer("b", 2, to("a")), answer("c", 3, to("b"))))
        == ["0 a", "1 b", "2 c"])
  }

  @Test func `the post's own entry in a comments feed is no comment`() async throws {
    #expect(try await threads(rss(item("1"), answer("a", 1, to("1")))) == ["0 a"])
  }

  @Test(.timeLimit(.minutes(1)))
  func `ten thousand nested replies are threaded within a minute`() async throws {
    let items = (0..<10_000).map { item("\($0)x", date: nil, to("\($0 - 1)x")) }
    site[address] = rss(items.reversed().joined())
    let threads = try #require(try await load()?.comments.threaded)
    #expect(threads.map(\.depth) == Array(0..<10_000))
    #expect(threads.last?.comment.name == "Title 9999x")
  }

  // MARK: - Unchanged comments

  @Test func `comments that the server confirms are not loaded again`() async throws {
    site[address] = rss(item("7"))
    site.web.tag(address, "\"1\"")
    let first = try #require(try await load())
    #expect(try await load(first.validator) == nil)
    #expect(site.web.fields("If-None-Match").suffix(2) == [nil, "\"1\""])
    // Without a cached copy, the request has no validator.
    #expect(try await load()?.comments.count == 1)
    #expect(site.web.fields("If-None-Match").last == .some(nil))
    site[address] = rss(item("7"), item("8"))
    site.web.tag(address, "\"2\"")
    let second = try #require(try await load(first.validator))
    #expect(second.comments.count == 2)
    #expect(try await load(second.validator) == nil)
    // The validator of an older copy no longer matches.
    #expect(try await load(first.validator)?.comments.count == 2)
  }

  @Test func `comments with the same bytes are unchanged, unless the document was cut`() async throws {
    let whole = rss(item("7"), item("8"))
    site[address] = String(whole.prefix(whole.count - 40))
    let cut = try #require(try await load())
    #expect(cut.comments.count == 1)
    #expect(cut.validator == nil)
    site[address] = whole
    let first = try #require(try await load(cut.validator))
    #expect(first.comments.count == 2)
    #expect(try await load(first.validator) == nil)
  }

  @Test(arguments: [("https://www.example.org/1/feed", true), ("https://example.net/1/feed", false)])
  mutating func `a pause of the comments pauses the posts on the same site only`(
    comments: String, isSameSite: Bool
  ) async throws {
    address = comments
    site[address] = rss(item("7"))
    _ = try await load()
    site.web.reject(address, 429)
    let rejection = await #expect(throws: FailureElsewhere.self) { try await load() }
    #expect(rejection?.failure as? NetworkClient.Error == .rejected(status: 429))
    let end = site.web.date.addingTimeInterval(60)
    let pause = await #expect(throws: FailureElsewhere.self) { try await load() }
    #expect(pause?.failure as? AnswerFailure == .pausedUntil(end))
    #expect(try await site.store.state(site.feed).pausedUntil == (isSameSite ? end : nil))
    #expect(site.web.requests == [feed, address, address])
    site[feed] = rss(item("3"))
    if isSameSite { site.web.pass(61) }
    #expect(try await site.load()?.posts.map(\.title) == ["Title 3"])
  }

  @Test(arguments: [("https://www.example.org/1/feed", true), ("https://example.net/1/feed", false)])
  mutating func `during a pause of the posts only comments on another site are asked`(
    comments: String, isSameSite: Bool
  ) async throws {
    address = comments
    site[address] = rss(item("7"))
    _ = try await load()
    site.web.reject(feed, 429)
    await #expect(throws: NetworkClient.Error.rejected(status: 429)) { try await site.load() }
    guard isSameSite else {
      #expect(try await load()?.comments.map(\.name) == ["Title 7"])
      return
    }
    let pause = await #expect(throws: FailureElsewhere.self) { try await load() }
    #expect(pause?.failure as? AnswerFailure == .pausedUntil(site.web.date.addingTimeInterval(60)))
    #expect(site.web.requests == [feed, address, feed])
    site.web.pass(61)
    #expect(try await load()?.comments.map(\.name) == ["Title 7"])
  }

  @Test func `loading comments does not count as loading the feed`() async throws {
    site[address] = rss(item("7"))
    _ = try await load()
    site.web.pass(3_600)
    let posts = site.posts(PostsService(page: unexpected("page"), post: unexpected("post")))
    _ = try await posts.comments(CommentsService(comments: unexpected("comments"))).comments(site.saved[0].id, nil)
    _ = try await posts.posts.post(site.saved[0].id, nil)
    #expect(site.web.requests == [feed, address, address, feed])
  }
}
