import CachedResource
import Database
import DatabaseLive
import FeedsRepository
import FeedsRepositoryLive
import FlagsRepository
import FlagsStore
import Foundation
import NetworkClientTestSupport
import PagedList
import PostDomain
import PostsRepository
import Subscriptions
import SubscriptionsStore
import TestSupport
import Testing

/// Tests of the same text in two feeds: a blog, and an aggregator that links to its posts and has comments on them.
@Suite(.timeLimit(.minutes(5)))
struct FeedDuplicatesTests {
  private let web = SimulatedWeb()
  private let cache = Database.memory()
  private let state = Database.memory()
  private let file = SubscriptionsStore.stub()
  private let sut: FeedsRepository

  private let blog = "https://blog.org/feed"
  private let news = "https://news.org/rss"

  init() async throws {
    sut = FeedsRepositoryLiveTests.repository(file, web, cache, state)
    try await subscribe("\(blog)\n\(news)\n")
  }

  private func subscribe(_ lines: String) async throws {
    try await file.editing { $0 = SubscriptionFile(Array(lines.utf8)) }
  }

  /// Publishes the blog. The values of `posts` are the ages of the posts in days.
  private func publishBlog(_ posts: [String: Double], text: String = "A long text of its own.") {
    let entries = posts.sorted { $0.value < $1.value }.map { title, days in
      let date = SimulatedWeb.start.addingTimeInterval(-days * 86_400).formatted(.iso8601)
      return """
        <entry><id>\(title)</id><title>\(title)</title><published>\(date)</published>\
        <link href="/\(title)/?utm_source=feed"/><content>\(text)</content></entry>
        """
    }
    web[blog] = "<feed xmlns='http://www.w3.org/2005/Atom'><title>Blog</title>\(entries.joined())</feed>"
  }

  /// Publishes the aggregator, with links to the blog. The values of `posts` are the ages of the posts in days.
  private func publishNews(_ posts: [String: Double], text: String = "Comments") {
    let items = posts.sorted { $0.value < $1.value }.map { title, days in
      let date = SimulatedWeb.start.addingTimeInterval(-days * 86_400).formatted(.iso8601)
      return """
        <item><guid>\(title)</guid><title>\(title.uppercased())</title><link>http://blog.org/\(title)</link>\
        <dc:date>\(date)</dc:date><description>\(text)</description>\
        <comments>https://news.org/s/\(title)</comments><slash:comments>12</slash:comments></item>
        """
    }
    web[news] = """
      <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:slash="http://purl.org/rss/1.0/modules/slash/"><channel><title>News</title>\(items.joined())</channel></rss>
      """
  }

  private func refresh(after seconds: Double = 3_600) async throws -> RefreshResult {
    web.pass(seconds)
    return try await sut.refresh([.all], .all)
  }

  private func posts(
    _ row: FeedRow.ID = .all, _ query: ListQuery = ListQuery(), in repository: FeedsRepository? = nil
  ) async throws -> [PostTitle] {
    try await (repository ?? sut).posts(row).list.reader.window(query, .row(0), 0, 999).items
  }

  private func titles(_ row: FeedRow.ID = .all, _ query: ListQuery = ListQuery()) async throws -> [String] {
    try await posts(row, query).map(\.title)
  }

  /// The numbers of unread and of all posts of each row.
  private func counts() async throws -> [[Int]] { try await sut.rows().map { [$0.unread, $0.total] } }

  private func detail(_ id: Post.ID) async throws -> PostDetail? {
    var last: PostDetail?
    for try await loaded in await sut.posts(.all).detail(id) { last = loaded.value }
    return last
  }

  @Test func `a post that an aggregator links to is shown and counted once, with the comments there`() async throws {
    publishBlog(["rain": 1, "snow": 3])
    publishNews(["rain": 0.5, "hail": 2])
    _ = try await refresh()
    #expect(try await titles() == ["rain", "HAIL", "snow"])
    #expect(try await titles(.feed("news.org/rss")) == ["HAIL"])
    let withHidden = ListQuery(showsHidden: true)
    #expect(try await titles(.feed("news.org/rss"), withHidden) == ["RAIN", "HAIL"])
    #expect(try await titles(.all, withHidden) == ["rain", "HAIL", "snow"])
    #expect(try await counts() == [[3, 3], [2, 2], [1, 1]])
    let ids = try await posts().map(\.id)
    #expect(
      try await detail(ids[0])?.alsoIn == [
        OtherFeed(
          title: "News", link: URL(string: "http://blog.org/rain"),
          discussion: Discussion(page: URL(string: "https://news.org/s/rain"), count: 12))
      ])
    let cached = await sut.posts(.feed("blog.org/feed")).cachedDetail(ids[0])?.value
    #expect(cached?.alsoIn.map(\.title) == ["News"])
    #expect(try await detail(ids[0])?.feed == "Blog")
    #expect(try await detail(ids[1])?.feed == "News")
    #expect(cached?.feed == nil, "posts in the list of one feed do not name the feed")
    #expect(try await detail(ids[1])?.alsoIn == [])
  }

  @Test func `a text that is bookmarked in two feeds is one bookmark, and removed as one`() async throws {
    publishBlog(["rain": 1, "snow": 3])
    publishNews(["rain": 0.5, "hail": 2])
    _ = try await refresh()
    let shown = try await posts().map(\.id)
    let hidden = try await posts(.feed("news.org/rss"), ListQuery(showsHidden: true)).map(\.id)
    let flags = await sut.posts(.all).flags
    for id in [hidden[0], shown[0], shown[2]] {
      web.pass(1)
      _ = try await flags.setBookmarked(id, true)
    }
    let bookmarked = ListQuery(scope: .bookmarked)
    let rows: [(FeedRow.ID, [String])] = [
      (.all, ["snow", "rain"]), (.feed("blog.org/feed"), ["snow", "rain"]), (.feed("news.org/rss"), []),
    ]
    for (row, expected) in rows {
      #expect(try await titles(row, bookmarked) == expected)
      #expect(try await sut.posts(row).list.reader.count(bookmarked) == expected.count)
    }
    _ = try await flags.setBookmarked(shown[0], false)
    #expect(try await titles(.all, bookmarked) == ["snow"])
    web.pass(1)
    _ = try await flags.setBookmarked(hidden[0], true)
    #expect(try await titles(.all, bookmarked) == ["RAIN", "snow"], "a bookmark is shown in any case")
  }

  @Test func `a text that arrives in two feeds at once is one new post, whichever feed answers first`() async throws {
    for isFirst in [true, false] {
      let titles = isFirst ? ["rain": 1.0, "hail": 2.0] : ["rain": 1.0, "hail": 2.0, "wind": 0.5, "snow": 0.75]
      publishBlog(titles)
      publishNews(titles)
      // The full text of one post is in one feed, that of the other in the other.
      for title in ["rain", "wind"] {
        web[news] = web[news]?.replacing(
          "<guid>\(title)</guid>", with: "<guid>\(title)</guid><content:encoded>\(full)</content:encoded>")
      }
      let result = try await refresh()
      let shown = try await posts().map(\.id)
      #expect(result.answered.values.reduce(0, +) == 2)
      #expect(result.arrived.count == 2)
      #expect(Set(result.arrived) == Set(shown.prefix(2)))
    }
  }

  private let full = String(repeating: "A much longer text than that of the blog. ", count: 9)

  @Test func `a feed whose posts are all duplicates counts them as hidden`() async throws {
    publishBlog(["rain": 1])
    publishNews(["rain": 0.5])
    _ = try await refresh()
    #expect(try await titles(.feed("news.org/rss")) == [])
    #expect(try await sut.rows().map(\.hidden) == [0, 0, 1])
    try await subscribe("\(blog) both\n\(news) both paper\n")
    let rows = try await sut.rows()
    #expect(rows.prefix(3).map(\.id) == [.all, .tag("both"), .tag("paper")])
    #expect(rows.map(\.hidden) == [0, 0, 1, 0, 1])
  }

  @Test func `a text in a hidden feed is shown with the other feed that has it, also once the file hides the feed`()
    async throws
  {
    publishNews(["rain": 0.5])
    publishBlog(["rain": 1])
    try await subscribe("\(blog) !\n\(news)\n")
    _ = try await refresh()
    #expect(try await titles() == ["RAIN"])
    #expect(try await titles(.feed("news.org/rss")) == ["RAIN"])
    #expect(try await counts() == [[1, 1], [0, 0], [1, 1]])
    try await subscribe("\(blog)\n\(news) !\n")
    #expect(try await counts() == [[1, 1], [1, 1], [0, 0]])
    #expect(try await titles() == ["rain"])
    try await subscribe("\(blog)\n\(news)\n")
    #expect(try await titles() == ["rain"])
    try await subscribe("\(news) !\n")
    #expect(try await titles() == ["RAIN"])
  }

  @Test func `a post read in one feed is read in the other, also after the cache is lost`() async throws {
    publishNews(["rain": 0.5])
    _ = try await refresh()
    let id = try await posts()[0].id
    _ = try await sut.posts(.all).flags.addRead([id], .random())
    // The post with the full text arrives later.
    publishBlog(["rain": 1])
    #expect(try await refresh().arrived == [])
    #expect(try await posts().map(\.title) == ["rain"])
    #expect(try await posts().map(\.flags.isRead) == [true])
    #expect(try await posts()[0].id != id)
    #expect(try await counts() == [[0, 1], [0, 1], [0, 0]])
    // The post stays read without the cache and without the feed in which it was read.
    try await subscribe(blog)
    let again = FeedsRepositoryLiveTests.repository(file, web, .memory(), state)
    _ = try await again.refresh([.all], .all)
    #expect(try await posts(in: again).map(\.flags.isRead) == [true])
  }

  @Test func `undoing the read flag of a post makes its duplicate unread, too`() async throws {
    publishBlog(["rain": 1])
    publishNews(["rain": 0.5])
    _ = try await refresh()
    let marks = await sut.posts(.all).flags
    let id = try await posts()[0].id
    let batch = ReadBatch.random()
    _ = try await marks.addRead([id], batch)
    #expect(try await counts() == [[0, 1], [0, 1], [0, 0]])
    try await marks.undo(.read(batch, count: 1))
    #expect(try await counts() == [[1, 1], [1, 1], [0, 0]])
    try await subscribe(news)
    #expect(try await counts() == [[1, 1], [1, 1]])
    #expect(try await titles() == ["RAIN"])
  }

  @Test func `removing a feed shows its duplicates in the other feed, and restoring it shows each text once`()
    async throws
  {
    publishBlog(["rain": 1, "snow": 2])
    publishNews(["rain": 0.5])
    _ = try await refresh()
    _ = try await sut.posts(.all).flags.addRead([try await posts()[0].id], .random())
    let removed = try #require(try await sut.remove("blog.org/feed"))
    #expect(try await titles() == ["RAIN"])
    #expect(try await counts() == [[0, 1], [0, 1]])
    #expect(try await detail(try await posts()[0].id)?.alsoIn == [])
    try await sut.restore(removed)
    #expect(try await titles() == ["rain", "snow"])
    #expect(try await counts() == [[1, 2], [1, 2], [0, 0]])
  }

  @Test func `only new posts that are no duplicates count as arrived`() async throws {
    publishBlog(["snow": 9])
    publishNews(["hail": 9])
    _ = try await refresh()
    publishBlog(["rain": 0.1, "snow": 9])
    #expect(try await refresh().answered == ["blog.org/feed": 1, "news.org/rss": 0])
    publishNews(["rain": 0, "hail": 9, "wind": 0.2])
    let result = try await refresh()
    #expect(result.answered == ["blog.org/feed": 0, "news.org/rss": 1])
    #expect(result.arrived.count == 1)
  }

  @Test func `a feed added later marks no saved post of another feed as read`() async throws {
    try await subscribe(news)
    publishNews(["rain": 40, "hail": 41, "wind": 42, "snow": 50])
    var options = AddOptions()
    options.arrivingRead = ArrivingRead.none
    try await subscribe("")
    _ = try await sut.add(news, options)
    #expect(try await counts() == [[4, 4], [4, 4]])
    publishBlog(["rain": 40, "snow": 50, "a": 1, "b": 1, "c": 1, "ice": 60])
    _ = try await sut.add(blog, AddOptions())
    #expect(
      Set(try await titles(.all, ListQuery(filters: [.unread]))) == ["rain", "HAIL", "WIND", "snow", "a", "b", "c"])
    #expect(try await counts() == [[7, 8], [2, 2], [5, 6]])
  }

  @Test func `old duplicates arrive read when both feeds load for the first time`() async throws {
    publishBlog(["rain": 40, "snow": 50, "a": 1, "b": 1, "c": 1])
    publishNews(["rain": 40, "snow": 50, "d": 1, "e": 1, "f": 1])
    _ = try await refresh()
    #expect(Set(try await titles(.all, ListQuery(filters: [.unread]))) == ["a", "b", "c", "D", "E", "F"])
    #expect(try await counts() == [[6, 8], [3, 5], [3, 3]])
  }

  @Test func `two programs that load duplicates at the same moment show each text once`() async throws {
    let other = FeedsRepositoryLiveTests.repository(file, web, cache, state)
    for number in 0..<10 {
      let title = "t\(number)"
      publishBlog([title: 1], text: number.isMultiple(of: 2) ? "Long text" : "x")
      publishNews([title: 0.5])
      web.pass(3_600)
      async let one = sut.refresh([.feed("blog.org/feed")], .all)
      async let two = other.refresh([.feed("news.org/rss")], .all)
      _ = try await (one, two)
      #expect(try await titles().map { $0.lowercased() }.filter { $0 == title } == [title])
    }
    #expect(try await counts()[0] == [10, 10])
  }
}
