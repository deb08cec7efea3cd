import CachedResource
import FeedDocument
import FeedPosts
import FeedsService
import FeedsStore
import Foundation
import NetworkClient
import NetworkClientTestSupport
import PostDomain
import PostText
import PostsService
import RichText
import TestSupport
import Testing

/// Tests of the posts in a feed's documents, over several loads.
struct FeedPostsTests {
  private let site = FeedSite()
  private let feed = "https://example.org/feed"

  @Test func `the posts of a short document are in memory, those of a long one are read again from it`() async throws {
    for (length, isInMemory) in [(1, true), (300_000, false)] {
      let text = String(repeating: "x", count: length)
      site[feed] = rss(item("1", "<description>\(text)</description>"))
      let (page, posts) = try #require(try await site.load())
      #expect(page.window?.isInMemory == isInMemory)
      #expect(posts.map(\.title) == ["Title 1"])
      #expect(posts.map(\.body.count) == [length])
    }
  }

  @Test func `RSS, Atom and JSON give the same post for the same entry`() async throws {
    let documents = [
      rss(
        """
        <item><guid>1</guid><title>A &amp;amp; B</title><link>https://example.org/1</link><dc:creator>Ada</dc:creator>\
        <pubDate>Wed, 31 Dec 2025 12:00:00 GMT</pubDate><category>x</category><description>&lt;p&gt;Text&lt;/p&gt;\
        </description><enclosure url='/1.mp3' type='audio/mpeg' length='5'/></item>
        """),
      """
      <feed xmlns='http://www.w3.org/2005/Atom'><entry><id>1</id><title>A &amp; B</title>\
      <link href='https://example.org/1'/><author><name>Ada</name></author><published>2025-12-31T12:00:00Z</published>\
      <category term='x'/><content type='html'>&lt;p&gt;Text&lt;/p&gt;</content>\
      <link rel='enclosure' href='/1.mp3' type='audio/mpeg' length='5'/></entry></feed>
      """,
      """
      {"version": "https://jsonfeed.org/version/1.1", "items": [{"id": 1, "title": "A & B",
      "url": "https://example.org/1", "authors": [{"name": "Ada"}], "date_published": "2025-12-31T12:00:00Z",
      "tags": ["x"], "content_html": "<p>Text</p>", "attachments": [
      {"url": "https://example.org/1.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 5}]}]}
      """,
    ]
    var expected = Post(
      id: Post.ID("?"), userID: nil, title: "A & B", body: "<p>Text</p>",
      date: SimulatedWeb.start.addingTimeInterval(-43_200), link: URL(string: "https://example.org/1"))
    expected.author = "Ada"
    expected.format = .html
    expected.categories = ["x"]
    expected.enclosures = [
      Enclosure(address: URL(string: "https://example.org/1.mp3")!, type: "audio/mpeg", length: 5)
    ]
    for (document, element) in zip(documents, [Post.TextElement.description, .content, .content]) {
      site[feed] = document
      let posts = try await site.load()?.posts
      expected.element = element
      if let id = site.saved.first?.id { expected.id = id }
      #expect(posts == [expected])
    }
    #expect(site.saved == [expected])
    #expect(expected.id.text.count == 12)
    #expect(
      expected.id.text.filter { !$0.isLetter && !$0.isNumber } == "", "the identifier has only letters and digits")
  }

  @Test(arguments: [
    """
    {"version": "https://jsonfeed.org/version/1.1", "language": "en-GB", "items": [{"id": 1, "title": "A",
    "url": "https://example.org/1", "external_url": "https://example.com/about"}]}
    """,
    """
    <feed xmlns='http://www.w3.org/2005/Atom' xml:lang='en-GB'><entry><id>1</id><title>A</title>\
    <link href='https://example.org/1'/><link rel='related' href='https://example.com/about'/></entry></feed>
    """,
  ])
  func `a post has its related link and its language`(document: String) async throws {
    site[feed] = document
    let post = try #require(try await site.load()?.posts.first)
    #expect(post.link?.absoluteString == "https://example.org/1")
    #expect(post.related?.absoluteString == "https://example.com/about")
    #expect(post.language == "en-GB")
  }

  @Test func `posts have the same IDs in every load`() async throws {
    site[feed] = rss(item("1"), item("2"))
    let ids = try await site.load()?.posts.map(\.id)
    #expect(Set(ids ?? []).count == 2)
    #expect(try await site.load() == nil, "an unchanged document is not parsed again")
    site[feed] = rss(item("3"), item("1", "<description>More</description>"), item("2"))
    #expect(try await site.load()?.posts.suffix(2).map(\.id) == ids)
    #expect(site.saved.map(\.title) == ["Title 1", "Title 2", "Title 3"])
    #expect(site.saved.map(\.body) == ["More", "", ""])
  }

  @Test func `posts whose entry IDs changed are recognised, with a notice in the first load only`() async throws {
    func items(_ id: String) -> [String] {
      [1, 2].map { item("\(id)\($0)", "<link>https://example.org/\($0)</link>") }
    }
    site[feed] = rss(items("a").joined())
    let ids = try await site.load()?.posts.map(\.id)
    site[feed] = rss(items("b").joined())
    let second = try await site.load()
    #expect(second?.posts.map(\.id) == ids)
    #expect(second?.page.notice == .recognised(2))
    site[feed] = rss(item("c"), items("b").joined())
    let third = try await site.load()
    #expect(third?.posts.suffix(2).map(\.id) == ids)
    #expect(third?.page.notice == nil)
    #expect(site.saved.map(\.title) == ["Title b1", "Title b2", "Title c"])
  }

  @Test func `a cut document gives the posts before the cut and a notice`() async throws {
    let whole = rss(item("1"), item("2"))
    site[feed] = String(whole.prefix(whole.count - 40))
    let cut = try await site.load()
    #expect(cut?.page.notice == .cut)
    #expect(cut?.posts.map(\.title) == ["Title 1"])
    site[feed] = whole
    let second = try await site.load()
    #expect(second?.page.notice == nil)
    #expect(second?.posts.map(\.title) == ["Title 1", "Title 2"])
  }

  @Test func `a whole text replaces a cut one, and a cut text does not replace a whole one`() async throws {
    let whole = rss(item("1"), item("2", "<description><![CDATA[One two]]></description>"))
    let cut = whole.firstRange(of: " two").map { String(whole[..<$0.lowerBound]) }
    site[feed] = cut
    #expect(try await site.load()?.page.notice == .cut)
    #expect(site.saved.map(\.body) == ["", "One…"])
    site[feed] = whole
    #expect(try await site.load()?.page.notice == nil)
    #expect(site.saved.map(\.body) == ["", "One two"])
    site[feed] = cut
    #expect(try await site.load()?.page.notice == .cut)
    #expect(site.saved.map(\.body) == ["", "One two"])
  }

  // MARK: - Dates

  /// The first load is at midnight, the second one a minute later.
  @Test(
    arguments: [
      (nil, true, nil, true), ("", true, nil, true), ("Thu, 01 Jan 1970 00:00:00 GMT", true, nil, true),
      ("soon", true, nil, true),
      ("Thu, 01 Jan 2026 01:00:00 GMT", true, 3_600, false), ("Thu, 01 Jan 2026 01:00:01 GMT", true, 3_601, true),
      ("Fri, 01 Jan 2100 00:00:00 GMT", true, 2_335_219_200, true),
      ("Wed, 01 Jan 2025 00:00:00 GMT", true, -31_536_000, false),
      ("Wed, 01 Jan 2025 00:00:00 GMT", false, -31_536_000, true),
      ("Mon, 29 Dec 2025 00:00:00 GMT", false, -259_200, true),
      ("Mon, 29 Dec 2025 00:01:00 GMT", false, -259_140, false),
      ("Wed, 31 Dec 2025 00:00:00 GMT", false, -86_400, false), (nil, false, nil, true),
    ] as [(String?, Bool, Double?, Bool)])
  func `a post without a plausible date is listed at its arrival`(
    text: String?, isFirst: Bool, date: Double?, isListedAtArrival: Bool
  ) async throws {
    if !isFirst {
      site[feed] = rss(item("0"))
      try await site.load()
      site.web.pass(60)
    }
    let arrival = site.web.date
    site[feed] = rss(item("1", date: text))
    let post = try await site.load()?.posts.first
    #expect(post?.title == "Title 1")
    #expect(post?.date?.timeIntervalSince(SimulatedWeb.start) == date)
    #expect(post?.listDate == (isListedAtArrival ? arrival : nil))
    site.web.pass(9_000_000)
    site[feed] = rss(item("1", date: text, "<description>More</description>"))
    try await site.load()
    #expect(site.saved.last?.body == "More")
    #expect(site.saved.last?.listDate == post?.listDate, "an edited post keeps its place")
  }

  @Test(arguments: [("Thu, 01 Jan 2026 12:00:00 GMT", false), ("Wed, 31 Dec 2025 12:00:00 GMT", true)])
  func `a post that is opened before its feed is loaded again is late if it is older than the last answer`(
    date: String, isListedAtArrival: Bool
  ) async throws {
    let document = rss(item("0", date: "Sun, 28 Dec 2025 00:00:00 GMT"), item("1", date: date))
    let other = FeedSite()
    other[feed] = document
    let id = try #require(try await other.load()?.posts.last?.id)
    site[feed] = rss(item("0", date: "Sun, 28 Dec 2025 00:00:00 GMT"))
    try await site.load()
    site.web.pass(5 * 86_400)
    site[feed] = document
    guard case .changed(let post, nil) = try await site.posts().posts.post(id, nil) else {
      Issue.record("the post is unchanged")
      return
    }
    #expect(post.title == "Title 1")
    #expect(post.listDate == (isListedAtArrival ? site.web.date : nil))
  }

  @Test func `a visible change sets the change date of a post, and an invisible one does not`() async throws {
    let first =
      "<description>&lt;p&gt;One &lt;a href='https://example.org/?u=1'&gt;link&lt;/a&gt;&lt;/p&gt;</description>"
    site[feed] = rss(item("1", first))
    try await site.load()
    #expect(site.saved.map(\.changedAt) == [nil])
    for (document, isSeen) in [
      (item("1", first.replacing("u=1", with: "u=2")), false),
      (item("1", first.replacing("&lt;p&gt;", with: "&lt;p class='x'&gt;")), false),
      (item("1", first + "<slash:comments>7</slash:comments>"), false),
      (item("1", first.replacing("One", with: "Two")), true),
      (item("1", first).replacing("Title 1", with: "New"), true),
    ] {
      let before = site.saved[0]
      site.web.pass(60)
      site[feed] = rss(document)
      try await site.load()
      #expect(site.saved[0] != before, "\(document)")
      #expect(site.saved[0].changedAt == (isSeen ? site.web.date : before.changedAt), "\(document)")
    }
  }

  @Test func `the ID of a post depends only on its entry, not on the time of loading`() async throws {
    let items = [
      "<item><title>A</title></item>", "<item><title>B</title><pubDate>soon</pubDate></item>",
      "<item><title>C</title><pubDate>Thu, 01 Jan 1970 00:00:00 GMT</pubDate></item>",
      "<item><title>D</title><pubDate>Fri, 01 Jan 2100 00:00:00 GMT</pubDate></item>",
      "<item><description>E</description></item>", "<item><link>/f</link></item>",
    ]
    func ids(of site: FeedSite) async throws -> [String] {
      site[feed] = rss(items.joined())
      return try await site.load()?.posts.map(\.id.text) ?? []
    }
    let later = FeedSite()
    later.web.pass(40_000_000)
    let first = try await ids(of: site)
    #expect(Set(first).count == 6)
    #expect(try await ids(of: later) == first)
  }

  // MARK: - Texts

  private let full = item("1", "<content:encoded>&lt;p&gt;All of the text&lt;/p&gt;</content:encoded>")
  private let summary = item("1", "<description>All of…</description>")

  @Test func `a summary never replaces a full text`() async throws {
    for (document, body, title) in [
      (summary, "All of…", "Title 1"), (full, "<p>All of the text</p>", "Title 1"),
      (summary, "<p>All of the text</p>", "Title 1"),
      (summary.replacing("Title 1", with: "New"), "<p>All of the text</p>", "New"),
      (full.replacing("All of", with: "Another half of"), "<p>Another half of the text</p>", "Title 1"),
      (item("1"), "<p>Another half of the text</p>", "Title 1"),
    ] {
      site[feed] = rss(document)
      try await site.load()
      #expect(site.saved.map(\.body) == [body])
      #expect(site.saved.map(\.title) == [title])
      #expect(site.saved.map(\.isSummary) == [body == "All of…"])
    }
  }

  @Test(arguments: [
    ("content:encoded", "All of the text", "description", "All of the", false),
    ("content:encoded", "All of the text", "description", "", false),
    ("content:encoded", "All of the text", "description", "All of the text, and more", true),
    ("content:encoded", "All of the text", "content:encoded", "All", true),
    ("description", "All of the text", "content:encoded", "All", true),
    ("description", "All of the text", "description", "All", true),
    ("description", "All of the text", "atom:summary", "All of the", false),
    ("description", "All of…", "atom:summary", "All", true),
    ("description", "All of…", "description", "", false),
  ])
  func `a text replaces one of its own element or of a lesser one, and a shorter one of a better element never`(
    first: String, one: String, second: String, other: String, isReplaced: Bool
  ) async throws {
    site[feed] = rss(item("1", "<\(first)>\(one)</\(first)>"))
    try await site.load()
    site[feed] = rss(item("1", "<\(second)>\(other)</\(second)>"))
    try await site.load()
    #expect(site.saved.map(\.body) == [isReplaced ? other : one])
  }

  @Test(arguments: [
    "…", "...", "[&hellip;]", "&#8230;", "&#x2026;", "&#X2026;", ". . .", "(…)", "...</p>", "[...]</p>", "&hellip;</p>",
    "&#8230;</p>", "[&hellip;]</p>", "…</p></div>", "[…]<br/>", "… →", "… <a href='/1'>Read more</a></p>",
    "&hellip; <a class='more-link' href='/1'>Continue reading <span>Title</span> <span>&rarr;</span></a></p>",
    "…</p><p><a href='/1'>Read more</a></p>", "<a href='/1'>Read more…</a>", "<a href='/1'>(more&hellip;)</a>",
    "[&#8230;]</p><img src='https://feeds.feedburner.com/~r/x' height='1' width='1' alt=''/>",
  ])
  func `a text that ends in an ellipsis, perhaps before a link, is a summary`(end: String) async throws {
    site[feed] = rss(item("1", "<description><![CDATA[<p>All of the text]]></description>"))
    try await site.load()
    site[feed] = rss(item("1", "<description><![CDATA[<p>All \(end)]]></description>"))
    try await site.load()
    #expect(site.saved.map(\.body) == ["<p>All of the text"])
  }

  @Test(arguments: ["…", "...", "&hellip;"])
  func `a text that is only an ellipsis is a summary`(text: String) async throws {
    site[feed] = rss(item("1", "<description><![CDATA[<p>All of the text]]></description>"))
    try await site.load()
    site[feed] = rss(item("1", "<description><![CDATA[\(text)]]></description>"))
    try await site.load()
    #expect(site.saved.map(\.body) == ["<p>All of the text"])
  }

  @Test(arguments: [
    "of it.", "… of it.</p>", "…</p><p>Of it.</p>", "..", "… <a href='/1'>one</a> and <a href='/2'>two</a>",
    "… <a href='/1'>one</a> <a href='/2'>two</a>", "…<p><img src='/a.png'></p>", "<a title='…' href='/1'>of it</a>",
  ])
  func `a text that ends otherwise is a full text`(end: String) async throws {
    site[feed] = rss(item("1", "<description><![CDATA[<p>All of the text]]></description>"))
    try await site.load()
    site[feed] = rss(item("1", "<description><![CDATA[<p>All \(end)]]></description>"))
    try await site.load()
    #expect(site.saved.map(\.body) == ["<p>All \(end)"])
  }

  @Test func `posts of the days in which the feed was not asked are listed by their date`() async throws {
    site[feed] = rss(item("0"))
    try await site.load()
    site.web.pass(10 * 86_400)
    // The feed was asked on the first of January, and is asked on the eleventh.
    let dates = ["Fri, 02 Jan 2026 00:00:00 GMT", "Wed, 31 Dec 2025 23:59:59 GMT", "Sun, 11 Jan 2026 00:00:00 GMT"]
    let items = dates.enumerated().map { item("\($0 + 1)", date: $1) }.joined()
    site[feed] = rss(items)
    let posts = try #require(try await site.load()).posts
    #expect(posts.map(\.title) == ["Title 1", "Title 2", "Title 3"])
    #expect(posts.map(\.listDate) == [nil, site.web.date, nil])
  }

  @Test(arguments: [
    (Post.TextElement.description, "All of", false), (.description, "All of the text, and more", true),
    (.content, "All of", true),
  ])
  func `a text that an earlier version saved is replaced by the text of the best element, or by a longer one`(
    source: Post.TextElement, text: String, isReplaced: Bool
  ) {
    var entry = FeedEntry(key: "1", title: "T")
    entry.content = FeedText(text, isHTML: true, source: source)
    let new = Post(entry, number: 1, feed: site.feed, now: site.web.date, isLate: false)
    var saved = Post(id: new.id, userID: nil, title: "T", body: "All of the text")
    saved.format = .html
    #expect((saved.merged(with: new, now: site.web.date) ?? saved).body == (isReplaced ? text : "All of the text"))
  }

  @Test func `a text of RSS without tags is shown as it is written`() async throws {
    site[feed] = rss(
      item(
        "1",
        """
        <description>
        # 5 of `the` series, 1 * 2 * 3, __init__ and **kwargs

        &gt; 3 at https://a.org/x_y_z</description>
        """))
    let post = try #require(try await site.load()?.posts.first)
    #expect(
      post.richText.blocks.map(\.text) == [
        "# 5 of `the` series, 1 * 2 * 3, __init__ and **kwargs", "> 3 at https://a.org/x_y_z",
      ])
    #expect(post.richText.blocks.map(\.kind) == [.paragraph, .paragraph])
  }

  @Test(arguments: ["type='text'", "type='text/plain'"])
  func `a text that Atom declares plain is shown as it is written`(type: String) async throws {
    site[feed] = """
      <feed xmlns='http://www.w3.org/2005/Atom'><title>T</title><entry><id>1</id><title/><content \(type)>
      Use &lt;p&gt; and &lt;/p&gt; tag &amp;amp; entity
      __init__ at https://a.org/x_y.
        # comment line

      *end*
      </content></entry></feed>
      """
    try await site.load()
    try checkPlain()
  }

  @Test func `a text that a JSON feed declares plain is shown as it is written`() async throws {
    site[feed] = #"""
      {"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": [{"id": "1", "content_text": "Use <p> and \#
      </p> tag &amp; entity\r\n__init__ at https://a.org/x_y.\n  # comment line\n\n*end*"}]}
      """#
    try await site.load()
    try checkPlain()
  }

  private func checkPlain() throws {
    let post = try #require(site.saved.first)
    var plain = PlainText()
    #expect(
      plain.text(of: post.richText) == """
        Use <p> and </p> tag &amp; entity
        __init__ at https://a.org/x_y.
          # comment line

        *end*
        """)
    #expect(post.richText.blocks.flatMap(\.runs).compactMap(\.link) == ["https://a.org/x_y"])
    #expect(post.title.hasPrefix("Use <p> and </p> tag &amp; entity __init__ at"))
    #expect(
      post.markdown(author: nil).hasSuffix(
        """
        Use \\<p> and \\</p> tag \\&amp; entity  
        \\_\\_init\\_\\_ at <https://a.org/x_y>.  
        \u{A0}\u{A0}\\# comment line

        \\*end\\*

        """))
  }

  @Test func `opening a post never replaces its full text with a summary`() async throws {
    site[feed] = rss(full)
    try await site.load()
    let saved = try #require(site.saved.first)
    site.web.pass(3_600)
    site[feed] = rss(summary)
    guard case .unchanged = try await site.posts().posts.post(saved.id, nil) else {
      Issue.record("a summary replaces the full text")
      return
    }
    site[feed] = rss(summary.replacing("Title 1", with: "New"))
    site.web.pass(3_600)
    guard case .changed(let post, nil) = try await site.posts().posts.post(saved.id, nil) else {
      Issue.record("a new title is not reported as a change")
      return
    }
    #expect(post.title == "New")
    #expect(post.body == saved.body)
    #expect(!post.isSummary)
  }

  // MARK: - Posts that left the feed

  @Test func `a post that left the feed stays saved and is unchanged when opened`() async throws {
    site[feed] = rss(item("1"), item("2"))
    let ids = try #require(try await site.load()?.posts.map(\.id))
    site[feed] = rss(item("3"))
    #expect(try await site.load()?.posts.map(\.title) == ["Title 3"])
    #expect(site.saved.map(\.title) == ["Title 1", "Title 2", "Title 3"])
    for id in ids {
      site.web.pass(3_600)
      guard case .unchanged = try await site.posts().posts.post(id, nil) else {
        Issue.record("a post that left the feed is reported as a change")
        continue
      }
    }
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) {
      try await site.posts().posts.post(Post.ID(feedEntry: 7), nil)
    }
  }

  @Test func `post IDs consist of twelve letters and digits and differ for different numbers`() {
    var random = SeededGenerator(seed: 1)
    let numbers = (0..<200).map { _ in UInt64.random(in: 0...(.max), using: &random) } + [0, .max]
    let ids = numbers.map { Post.ID(feedEntry: $0).text }
    #expect(Set(ids).count == numbers.count)
    for id in ids { #expect(id.wholeMatch(of: /[a-z2-7]{12}/) != nil, "\(id)") }
    #expect(ids.suffix(2) == ["aaaaaaaaaaaa", "777777777777"])
  }

  @Test func `opening several posts requests their feed once in ten minutes`() async throws {
    site[feed] = rss(item("1"), item("2"))
    try await site.load()
    let posts = site.posts()
    site.web.pass(3_600)
    for post in site.saved + site.saved { _ = try await posts.posts.post(post.id, nil) }
    #expect(site.web.requests == [feed, feed])
    site.web.pass(600)
    _ = try await posts.posts.post(site.saved[0].id, nil)
    #expect(site.web.requests == [feed, feed, feed])
  }

  @Test(arguments: [(["1", "2"], true), (["2", "3"], true), (["8", "9"], false), ([], false)])
  func `a permanent redirect is remembered only if the feed there shares an entry`(ids: [String], isRemembered: Bool)
    async throws
  {
    let new = "https://example.net/new"
    site[feed] = rss(item("1"), item("2"))
    try await site.load()
    site.web.move(feed, to: new, status: 301)
    for day in 0...2 {
      site[new] = rss(item("x\(day)"), ids.map { item($0) }.joined())
      site.web.pass(86_400)
      try await site.load()
    }
    #expect(site.web.requests.last == (isRemembered ? new : feed))
    #expect(site.web.requests.count { $0 == new } == (isRemembered ? 1 : 0))
  }

  @Test func `a feed behind a redirect may change completely between two requests, and its move is remembered later`()
    async throws
  {
    let new = "https://example.net/new"
    site.web.move(feed, to: new, status: 302)
    for ids in [["1", "2"], ["3", "4"]] {
      site[new] = rss(ids.map { item($0) }.joined())
      try await site.load()
      site.web.pass(86_400)
    }
    site.web.move(feed, to: new, status: 301)
    for ids in [["4", "5"], ["5", "6"], ["6", "7"]] {
      site[new] = rss(ids.map { item($0) }.joined())
      try await site.load()
      site.web.pass(86_400)
    }
    #expect(site.web.requests == [feed, feed, feed, feed, new])
  }

  @Test func `an unrelated document does not count as one of the two days of a move`() async throws {
    let new = "https://example.net/new"
    site.web.move(feed, to: new, status: 301)
    for ids in [["1", "2"], ["8", "9"], ["9", "10"]] {
      site[new] = rss(ids.map { item($0) }.joined())
      try await site.load()
      site.web.pass(86_400)
    }
    #expect(site.web.requests == [feed, feed, feed])
  }

  @Test(arguments: [
    ([301, 301, 301, 301], ["8", "9"]), ([301, 301, 301, 301], []), ([302, 301, 301, 301], ["8", "9"]),
    ([302, 302, 301, 301], []),
  ])
  func `a feed without a known entry never takes the place, even if it answers the same again`(
    statuses: [Int], ids: [String]
  ) async throws {
    let other = "https://hotel.example/feed"
    site[feed] = rss(item("1"), item("2"))
    site[other] = rss(ids.map { item($0) }.joined())
    try await site.load()
    for status in statuses {
      site.web.move(feed, to: other, status: status)
      site.web.pass(86_400)
      try await site.load()
    }
    #expect(Set(site.web.requests) == [feed])
    site.web.move(feed, to: feed)
    site[feed] = rss(item("1"), item("3"))
    site.web.pass(86_400)
    #expect(try await site.load()?.posts.map(\.title) == ["Title 1", "Title 3"])
  }

  @Test(arguments: [["8", "9"], []])
  func `when a moved feed fails, another feed at its old address is not taken for it`(ids: [String]) async throws {
    let new = "https://example.net/new"
    site[feed] = rss(item("1"), item("2"))
    try await site.load()
    site.web.move(feed, to: new, status: 301)
    for day in 0...1 {
      site[new] = rss(item("1"), item("x\(day)"))
      site.web.pass(86_400)
      try await site.load()
    }
    site.web.move(feed, to: feed)
    site[feed] = rss(ids.map { item($0) }.joined())
    site.web.reject(new, 500)
    site.web.pass(86_400)
    let saved = site.saved
    await #expect(throws: NetworkClient.Error.rejected(status: 500)) { try await site.load() }
    #expect(site.web.requests.suffix(2) == [new, feed])
    #expect(site.saved == saved)
    #expect(try await site.store.state(URL(string: feed)!).failures == 1)
    site.web.reject(new, nil)
    site[new] = rss(item("1"), item("y"))
    site.web.pass(86_400)
    #expect(try await site.load()?.posts.map(\.title) == ["Title 1", "Title y"])
    #expect(site.web.requests.last == new)
  }

  @Test func `a pause that a server asked for lasts across runs`() async throws {
    site[feed] = rss(item("1"))
    try await site.load()
    site.web.reject(feed, 429)
    await #expect(throws: NetworkClient.Error.rejected(status: 429)) { try await site.load() }
    let until = site.web.date.addingTimeInterval(60)
    site.web.pass(59)
    await #expect(throws: AnswerFailure.pausedUntil(until)) { try await site.load() }
    #expect(site.web.requests == [feed, feed])
  }
}
