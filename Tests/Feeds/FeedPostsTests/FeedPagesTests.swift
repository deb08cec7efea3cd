import CachedResource
import FeedPosts
import FeedsService
import FeedsStore
import Foundation
import NetworkClient
import NetworkClientTestSupport
import PagedList
import PostDomain
import PostsService
import Testing

/// Tests of further pages, which have older posts.
struct FeedPagesTests {
  private let site = FeedSite()
  private let feed = "https://example.org/feed"

  @Test(
    arguments: [
      ("", nil),
      ("<atom:link rel='next' href='https://example.org/feed?page=2'/>", "https://example.org/feed?page=2"),
      ("<atom:link rel='next' href='/2'/>", "https://example.org/2"),
      ("<atom:link rel='prev-archive' href='/2025/12'/>", "https://example.org/2025/12"),
      ("<atom:link rel='prev-archive' href='/a'/><atom:link rel='next' href='/b'/>", "https://example.org/b"),
      ("<atom:link rel='next' href='https://example.net/2'/>", "https://example.net/2"),
      ("<atom:link rel='next' href='http://example.org/2'/>", "http://example.org/2"),
      ("<atom:link rel='next' href='file:///etc/passwd'/>", nil),
      ("<atom:link rel='next' href='https://example.org/feed'/>", nil),
      ("<atom:link rel='next' href=''/>", nil),
      ("<generator>https://wordpress.org/?v=6.4</generator>", "https://example.org/feed?paged=2"),
      ("<generator>WordPress</generator><atom:link rel='next' href='/2'/>", "https://example.org/2"),
      ("<generator>Hugo</generator>", nil),
    ] as [(String, String?)])
  func `the next page is another address on the web`(channel: String, next: String?) async throws {
    site[feed] = rss(item("1"), channel: channel)
    #expect(try await site.load()?.page.next?.text == next)
  }

  @Test func `the next URL of a JSON feed is its next page`() async throws {
    site[feed] = """
      {"version": "https://jsonfeed.org/version/1", "next_url": "https://example.org/2.json", "items": []}
      """
    #expect(try await site.load()?.page.next?.text == "https://example.org/2.json")
  }

  @Test(
    arguments: [
      ("<atom:link rel='next' href='/2'/>", "https://www.example.org/2"),
      ("<atom:link rel='next' href='https://example.org/2'/>", "https://example.org/2"),
      ("<atom:link rel='next' href='https://example.net/2'/>", "https://example.net/2"),
      ("<atom:link rel='next' href='/feed/'/>", nil), ("<atom:link rel='next' href='https://example.org/feed'/>", nil),
      ("<generator>WordPress</generator>", "https://www.example.org/feed/?paged=2"),
    ] as [(String, String?)])
  func `the next page of a feed behind a redirect is another address`(channel: String, next: String?) async throws {
    site.web.move(feed, to: "https://www.example.org/feed/")
    site["https://www.example.org/feed/"] = rss(item("1"), channel: channel)
    let page = try await site.load()?.page
    #expect(page?.next?.text == next)
    guard let cursor = page?.next else { return }
    site[cursor.text] = rss(item("2"))
    #expect(try await site.load(cursor)?.posts.map(\.title) == ["Title 2"])
    #expect(site.web.links.last == URL(string: feed), "so it is not on this machine, unless the feed is")
  }

  @Test func `an address that can only be a feed loads its older pages`() async throws {
    site[feed] = rss(item("1"), channel: "<atom:link rel='next' href='/2'/>")
    site["https://example.org/2"] = rss(item("2"))
    let posts = site.posts(nil).posts
    var titles = [[String]]()
    var cursor: Cursor?
    repeat {
      guard case .changed(let page, _) = try await posts.page(cursor, nil) else { break }
      titles.append(try page.shown.map(\.title))
      cursor = page.next
    } while cursor != nil && titles.count < 3
    #expect(titles == [["Title 1"], ["Title 2"]])
  }

  @Test(arguments: [("/3", "https://example.org/3"), ("/2", nil), ("/feed", nil)])
  func `a page that has moved does not lead to itself or to the first page`(link: String, next: String?) async throws {
    site[feed] = rss(item("1"))
    try await site.load()
    site.web.move("https://example.org/2", to: "https://example.org/pages/2")
    site["https://example.org/pages/2"] = rss(item("2"), channel: "<atom:link rel='next' href='\(link)'/>")
    #expect(try await site.load(Cursor("https://example.org/2"))?.page.next?.text == next)
  }

  @Test func `WordPress pages end with a page that is missing or empty`() async throws {
    let generator = "<generator>https://wordpress.org/?v=6.4</generator>"
    site[feed] = rss(item("1"), channel: generator)
    site[feed + "?paged=2"] = rss(item("1"), item("2", date: "Wed, 01 Jan 2025 00:00:00 GMT"), channel: generator)
    let first = try #require(try await site.load())
    let second = try #require(try await site.load(first.page.next))
    #expect(second.posts.map(\.title) == ["Title 1", "Title 2"])
    #expect(second.posts.map(\.listDate) == [nil, nil], "an old post on a further page is listed by its own date")
    #expect(second.page.next?.text == feed + "?paged=3")
    let last = try #require(try await site.load(second.page.next))
    #expect(last.posts == [])
    #expect(last.page.next == nil)
    #expect(last.page.window != nil, "the page shows a window, so no post leaves the list")
    #expect(site.saved.map(\.title) == ["Title 1", "Title 2"])
    site[feed + "?paged=3"] = rss(channel: generator)
    #expect(try await site.load(second.page.next)?.page.next == nil, "an empty page is the last one")
  }

  @Test func `a server that sends the same page at all addresses has no older posts`() async throws {
    let generator = "<generator>https://wordpress.org/?v=6.4</generator>"
    for address in ["", "?paged=2", "?paged=3", "?paged=4"] {
      site[feed + address] = rss(item("2"), item("1"), channel: generator)
    }
    try await site.load()
    let posts = site.posts().posts
    for _ in 1...2 {
      for (page, next) in [(2, "?paged=3"), (3, nil)] {
        guard case .changed(let page, _) = try await posts.page(Cursor(feed + "?paged=\(page)"), nil) else {
          Issue.record("an older page is never unchanged")
          return
        }
        #expect(page.next?.text == next.map { feed + $0 })
      }
    }
  }

  @Test func `entries without dates on an older page come after all that are known`() async throws {
    site[feed] = rss(item("1"), item("2", date: nil), channel: "<atom:link rel='next' href='/2'/>")
    let first = try #require(try await site.load())
    #expect(first.posts.map(\.listDate) == [nil, site.web.date])
    site.web.pass(60)
    site["https://example.org/2"] = rss(item("3", date: nil), item("4", date: "Fri, 01 Jan 2100 00:00:00 GMT"))
    let second = try #require(try await site.load(first.page.next))
    #expect(second.posts.map(\.listDate) == [.distantPast, .distantPast])
  }

  @Test func `an older page does not replace a post with its content of former times`() async throws {
    func entry(_ title: String, updated: String) -> String {
      "<item><guid>a</guid><title>\(title)</title><description>\(title) text</description>\(updated)</item>"
    }
    func date(_ day: Int) -> String { "<atom:updated>2025-12-\(day)T00:00:00Z</atom:updated>" }
    let next = "<atom:link rel='next' href='/2'/>"
    for (new, old, title) in [
      (date(20), date(10), "New"), (date(20), date(20), "New"), (date(10), date(20), "Old"), ("", "", "New"),
    ] {
      let site = FeedSite()
      site[feed] = rss(entry("New", updated: new), item("1"), channel: next)
      let first = try #require(try await site.load())
      site["https://example.org/2"] = rss(entry("Old", updated: old), item("2"))
      try await site.load(first.page.next)
      #expect(site.saved.map(\.title) == [title, "Title 1", "Title 2"])
    }
  }

  @Test func `an older page gives the full text of a summary`() async throws {
    site[feed] = rss(item("1", "<description>Some words…</description>"), channel: "<atom:link rel='next' href='/2'/>")
    let first = try #require(try await site.load())
    site["https://example.org/2"] = rss(item("1", "<content:encoded>Some words and all others</content:encoded>"))
    try await site.load(first.page.next)
    #expect(site.saved.map(\.body) == ["Some words and all others"])
  }

  @Test func `a failed older page throws and leaves the state of the feed unchanged`() async throws {
    site[feed] = rss(item("1"))
    try await site.load()
    site.web.reject(feed + "/2", 500)
    await #expect(throws: NetworkClient.Error.rejected(status: 500)) { try await site.load(Cursor(feed + "/2")) }
    site[feed + "/3"] = "<!DOCTYPE html><title>Log in</title>"
    await #expect(throws: AnswerFailure.pageWithoutFeed) { try await site.load(Cursor(feed + "/3")) }
    #expect(try await site.load() == nil, "failures of further pages do not change the state of the feed")
  }

  @Test func `an older page that asks for a pause pauses the feed, and none is asked during a pause`() async throws {
    site[feed] = rss(item("1"))
    try await site.load()
    var state = try await site.store.state(site.feed)
    site.web.reject(feed + "/2", 429)
    await #expect(throws: NetworkClient.Error.rejected(status: 429)) { try await site.load(Cursor(feed + "/2")) }
    let end = site.web.date.addingTimeInterval(60)
    for cursor in [Cursor(feed + "/2"), Cursor(feed + "/3"), nil] {
      await #expect(throws: AnswerFailure.pausedUntil(end)) { try await site.load(cursor) }
    }
    #expect(site.web.requests == [feed, feed + "/2"])
    state.pausedUntil = end
    #expect(try await site.store.state(site.feed) == state, "nothing else of the feed changes")
  }
}
