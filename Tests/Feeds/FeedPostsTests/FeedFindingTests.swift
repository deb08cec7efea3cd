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
import UsersService

/// Tests of finding the feed or the server at an address.
struct FeedFindingTests {
  private let site = FeedSite()
  private let feed = "https://example.org/feed"
  private let noServer = PostsService(page: unexpected("page"), post: unexpected("post"))
  private let page = """
    <!DOCTYPE html><title>T</title><link rel=alternate type=application/rss+xml href=/rss.xml>
    """

  @Test func `an address that answers with posts is a server, and no feed is requested`() async throws {
    site[feed] = rss(item("1"))
    #expect(try await load(.stub(.samples)) == [Post].samples.map(\.title))
    #expect(await site.posts().source() == .server)
    #expect(site.web.requests == [])
  }

  @Test func `a server without posts leaves the source undecided and is asked again`() async throws {
    #expect(try await load(.stub([])) == [])
    #expect(await site.posts().source() == nil)
    #expect(try await load(.stub(.samples)).count == 3)
  }

  @Test(arguments: [
    PostsService.stub([]), .failing(NetworkClient.Error.undecodable("")), .failing(NetworkClient.Error.page),
    .failing(NetworkClient.Error.rejected(status: 400)), .failing(NetworkClient.Error.rejected(status: 404)),
    .failing(NetworkClient.Error.rejected(status: 405)), .failing(NetworkClient.Error.rejected(status: 406)),
    .failing(NetworkClient.Error.rejected(status: 410)), .failing(NetworkClient.Error.rejected(status: 403)),
    .failing(NetworkClient.Error.rejected(status: 401)), .failing(NetworkClient.Error.rejected(status: 429)),
    .failing(NetworkClient.Error.rejected(status: 500)), .failing(NetworkClient.Error.rejected(status: 503)),
    .failing(NetworkClient.Error.unreachable(.lost)), .failing(NetworkClient.Error.unreachable(.circular)),
    .failing(NetworkClient.Error.unreachable(.elsewhere(at: "https://example.net", .refused))),
    .failing(NetworkClient.Error.tooLarge(limit: 9)),
  ])
  func `an address whose server has no posts is read as a feed, and remembered as one`(server: PostsService)
    async throws
  {
    site[feed] = rss(item("1"))
    #expect(try await load(server) == ["Title 1"])
    #expect(await site.posts().source() == .feed(site.feed))
    #expect(try await load(noServer) == ["Title 1"])
    #expect(site.web.requests == [feed, feed])
  }

  @Test(arguments: [NetworkClient.Error.undecodable("cut"), .page])
  func `an unusable answer of a server counts more than that there is no feed`(unusable: NetworkClient.Error)
    async throws
  {
    await #expect(throws: unusable) { try await load(.failing(unusable)) }
    site[feed] = "<html>"
    await #expect(throws: AnswerFailure.pageWithoutFeed) { try await load(.failing(unusable)) }
    site[feed] = rss(item("1"))
    #expect(try await load(.failing(unusable)) == ["Title 1"])
  }

  @Test func `a page that links to a feed is read as that feed, which is remembered`() async throws {
    site[feed] = page
    site["https://example.org/rss.xml"] = rss(item("1"))
    #expect(try await load() == ["Title 1"])
    #expect(await site.posts().source() == .feed(URL(string: "https://example.org/rss.xml")!))
    #expect(try await load(noServer) == ["Title 1"])
    #expect(site.web.requests == [feed, "https://example.org/rss.xml", "https://example.org/rss.xml"])
  }

  @Test func `a feed that has become a page fails with the address of the feed that the page links to`() async throws {
    site[feed] = rss(item("1"))
    _ = try await load()
    site[feed] = page
    let link = AnswerFailure.pageWithFeed("https://example.org/rss.xml")
    await #expect(throws: link) { try await load() }
    #expect(try await site.store.state(site.feed).failure?.feedFailure as? AnswerFailure == link)
  }

  @Test func `the state of a page has the answers and failures of the feed that it links to`() async throws {
    let link = URL(string: "https://example.org/rss.xml")!
    site[feed] = page
    site[link.absoluteString] = rss(item("1"))
    _ = try await site.posts(nil).posts.page(nil, nil)
    site.web.pass(3_600)
    _ = try await site.posts(nil).posts.page(nil, nil)
    #expect(site.web.requests == [feed, link.absoluteString, link.absoluteString])
    #expect(try await site.store.state(site.feed).answeredAt == site.web.date)
    site[link.absoluteString] = nil
    await #expect(throws: (any Error).self) { try await site.posts(nil).posts.page(nil, nil) }
    #expect(try await site.store.state(site.feed).failures == 1)
    #expect(try await site.store.state(link).failures == 1)
  }

  @Test(arguments: [nil, "<html>gone"])
  func `the feed that a page links to now takes the place of one that has gone`(old: String?) async throws {
    let first = "https://example.org/rss.xml"
    let second = "https://example.org/new.xml"
    site[feed] = page
    site[first] = rss(item("1"), item("2"))
    let before = try await ids()
    site[first] = old
    site[feed] = page.replacing("/rss.xml", with: "/new.xml")
    site[second] = rss(item("2"), item("3"))
    let after = try await ids()
    #expect(before.count == 2)
    #expect(after.first == before.last)
    #expect(site.web.requests.dropFirst(2) == [first, feed, second])
    #expect(try await site.store.state(site.feed).failures == nil)
    _ = try await ids()
    #expect(site.web.requests.last == second)
    #expect(site.web.requests.count == 6)
  }

  @Test func `a page that has become a feed takes the place of the one that it linked to`() async throws {
    let link = "https://example.org/rss.xml"
    site[feed] = page
    site[link] = rss(item("1"), item("2"))
    let before = try await ids()
    site[link] = nil
    site[feed] = rss(item("2"), item("3"))
    #expect(try await ids().first == before.last)
    #expect(try await ids().count == 2)
    #expect(site.web.requests.last == feed)
    #expect(try await site.store.state(site.feed).failures == nil)
  }

  @Test func `a feed that fails is asked again while its page links to it and to others`() async throws {
    let link = "https://example.org/rss.xml"
    site[feed] = page + "<link rel=alternate type=application/rss+xml href=/tag.xml>"
    site[link] = rss(item("1"), item("2"))
    site["https://example.org/tag.xml"] = rss(item("2"))
    _ = try await ids()
    site[link] = nil
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) { try await ids() }
    #expect(site.web.requests.suffix(2) == [link, feed])
    site[link] = rss(item("1"), item("2"))
    #expect(try await ids().count == 2)
    #expect(site.web.requests.last == link)
  }

  @Test(arguments: [rss(item("3")), "<html><link rel=alternate type=application/rss+xml href=/new.xml>"])
  func `a page is asked once a day for what it is now when the host of its feed is not reached`(now: String)
    async throws
  {
    let link = "http://portal.invalid/feed"
    site[feed] = "<html><link rel=alternate type=application/rss+xml href=\(link)>"
    site[link] = rss(item("1"))
    _ = try await ids()
    site.web.shut(link, .unknownHost)
    for _ in 1...2 {
      let failure = try await #require(throws: FailureElsewhere.self) { try await ids() }
      #expect(failure.address == link)
      #expect(failure.failure as? NetworkClient.Error == .unreachable(.unknownHost))
    }
    #expect(site.web.requests.dropFirst(2) == [link, feed, link])
    site.web.pass(86_400)
    site[feed] = now
    site["https://example.org/new.xml"] = rss(item("3"))
    #expect(try await ids().count == 1)
    #expect(try await site.store.state(site.feed).failures == nil)
    let count = site.web.requests.count
    #expect(try await ids().count == 1)
    #expect(site.web.requests.dropFirst(count) == [now.contains("new.xml") ? "https://example.org/new.xml" : feed])
  }

  @Test func `a feed that has gone for good is followed to the one that its page links to`() async throws {
    let link = "https://example.org/rss.xml"
    site[feed] = page
    site[link] = rss(item("1"), item("2"))
    _ = try await ids()
    site.web.reject(link, 410)
    await #expect(throws: NetworkClient.Error.rejected(status: 410)) { try await ids() }
    site.web.pass(86_400)
    site[feed] = page.replacing("/rss.xml", with: "/new.xml")
    site["https://example.org/new.xml"] = rss(item("2"), item("3"))
    #expect(try await ids().count == 2)
    #expect(site.web.requests.last == "https://example.org/new.xml")
    let state = try await site.store.state(site.feed)
    #expect(state.hasEnded == nil)
    #expect(state.goneDay == nil)
  }

  @Test func `the pause of a page that linked to a feed is kept`() async throws {
    let link = "https://example.org/rss.xml"
    site[feed] = page
    site[link] = rss(item("1"))
    _ = try await ids()
    site[link] = nil
    site.web.reject(feed, 429)
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) { try await ids() }
    let requests = site.web.requests
    await #expect(throws: AnswerFailure.pausedUntil(site.web.date.addingTimeInterval(60))) { try await ids() }
    #expect(site.web.requests == requests)
  }

  @Test func `a feed that has gone is asked once, and each that its page links to now`() async throws {
    let link = "https://example.org/rss.xml"
    site[feed] = page
    site[link] = rss(item("1"))
    _ = try await ids()
    site[link] = nil
    site[feed] = page.replacing("/rss.xml", with: "/a") + page.replacing("/rss.xml", with: "/b")
    let count = site.web.requests.count
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) { try await ids() }
    #expect(
      site.web.requests.dropFirst(count) == [link, feed, "https://example.org/a", "https://example.org/b"])
  }

  @Test func `a feed of others never takes the place of one that a page linked to`() async throws {
    site[feed] = page
    site["https://example.org/rss.xml"] = rss(item("1"), item("2"))
    _ = try await ids()
    site["https://example.org/rss.xml"] = nil
    site[feed] = "<html><link rel=alternate type=application/rss+xml href=https://hotel.example/feed>"
    site["https://hotel.example/feed"] = rss(item("8"), item("9"))
    for _ in 0..<2 {
      await #expect(throws: NetworkClient.Error.rejected(status: 404)) { try await ids() }
      #expect(site.web.requests.last == "https://hotel.example/feed")
    }
    site["https://example.org/rss.xml"] = rss(item("1"), item("2"))
    _ = try await ids()
    #expect(site.web.requests.last == "https://example.org/rss.xml")
  }

  @Test func `an empty feed never takes the place of one with entries, but of one without`() async throws {
    let first = "https://example.org/rss.xml"
    let second = "https://example.org/new.xml"
    for (entries, isFollowed) in [(rss(item("1")), false), (rss(), true)] {
      let site = FeedSite()
      func load() async throws { _ = try await site.posts(nil).posts.page(nil, nil) }
      site[feed] = page
      site[first] = entries
      try await load()
      site[first] = nil
      site[feed] = page.replacing("/rss.xml", with: "/new.xml")
      site[second] = rss()
      if isFollowed {
        try await load()
      } else {
        await #expect(throws: NetworkClient.Error.rejected(status: 404)) { try await load() }
      }
      #expect(site.web.requests.last == second)
      let state = try await site.store.state(#require(URL(string: first)))
      #expect(state.movedTo == (isFollowed ? second : nil))
    }
  }

  @Test func `a feed that has gone fails as before if its page links to no other that answers`() async throws {
    let link = "https://example.org/rss.xml"
    site[feed] = page
    site[link] = rss(item("1"))
    _ = try await ids()
    site.web.reject(link, 410)
    for page in [page, page.replacing("/rss.xml", with: "/none.xml"), "<html>"] {
      site[feed] = page
      let failures = try await site.store.state(site.feed).failures ?? 0
      await #expect(throws: NetworkClient.Error.rejected(status: 410)) { try await ids() }
      #expect(try await site.store.state(site.feed).failures == failures + 1)
      #expect(try await site.store.state(URL(string: link)!).movedTo == nil)
    }
  }

  @Test func `requests for linked feeds and comments name the address that links to them`() async throws {
    site[feed] = page
    site["https://example.org/rss.xml"] = rss(item("1", "<wfw:commentRss>https://example.net/c</wfw:commentRss>"))
    site["https://example.net/c"] = rss()
    #expect(try await load() == ["Title 1"])
    #expect(try await load(noServer) == ["Title 1"])
    let link = URL(string: "https://example.org/rss.xml")
    #expect(site.web.links == [nil, site.feed, site.feed])
    try await site.load()
    _ = try await site.posts().comments(CommentsService(comments: unexpected("comments"))).comments(
      site.saved[0].id, nil)
    #expect(site.web.links.last == link)
  }

  @Test func `the other feeds of a page are named in the first load only`() async throws {
    site[feed] = """
      <html><link rel=alternate type=application/rss+xml href=/comments title=Comments>
      <link rel=alternate type=application/rss+xml href=/rss.xml><link rel=alternate type=application/atom+xml href=/atom>
      """
    site["https://example.org/rss.xml"] = rss(item("1"))
    guard case .changed(let page, _) = try await site.posts().posts.page(nil, nil) else {
      Issue.record("the first load returns no change")
      return
    }
    #expect(page.notice == .otherFeeds(["https://example.org/atom", "https://example.org/comments"]))
    guard case .changed(let again, _) = try await site.posts(noServer).posts.page(nil, nil) else {
      Issue.record("the second load returns no change, although nothing was saved")
      return
    }
    #expect(again.notice == nil)
  }

  @Test func `after the preferred feed of a page has failed, its next one is read, but not the comments`() async throws
  {
    let links = ["/rss.xml", "/gone", "/atom", "/comments"].map {
      "<link rel=alternate type=application/rss+xml href=\($0)>"
    }
    let addresses = ["rss.xml", "gone", "atom", "comments"].map { "https://example.org/\($0)" }
    site[feed] = "<html>\(links.joined())"
    site[addresses[0]] = "<html>"
    site[addresses[2]] = rss(item("1"))
    guard case .changed(let page, _) = try await site.posts().posts.page(nil, nil) else {
      Issue.record("the first load returns no change")
      return
    }
    #expect(page.notice == .otherFeeds([addresses[0], addresses[1], addresses[3]]))
    #expect(await site.posts().source() == .feed(URL(string: addresses[2])!))
    #expect(site.web.requests == [feed] + addresses[..<3])

    let other = FeedSite()
    other[feed] = "<html>\(links[0])\(links[3])"
    other[addresses[3]] = rss(item("1"))
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) { try await other.posts().posts.page(nil, nil) }
    #expect(other.web.requests == [feed, addresses[0]])
  }

  @Test(arguments: [
    ("<!DOCTYPE html><title>T</title>", AnswerFailure.pageWithoutFeed),
    ("<html><link rel=alternate type=application/rss+xml href=file:///etc/passwd>", .pageWithoutFeed),
    ("<html><link rel=alternate type=application/rss+xml href=/page>", .pageWithoutFeed),
    ("{}", .otherJSON), ("{", .brokenJSON), ("<opml/>", .otherXML("opml")), ("", .empty), ("Hello", .unknownKind),
  ])
  func `a document that is neither posts nor a feed fails with its kind`(document: String, expected: AnswerFailure)
    async throws
  {
    site[feed] = document
    site["https://example.org/page"] = page
    await #expect(throws: expected) { try await load() }
    #expect(await site.posts().source() == nil)
    #expect(!site.web.requests.contains { $0.hasPrefix("file:") })
  }

  @Test func `a server that refuses its posts is an error unless the address is a feed`() async throws {
    let forbidden = NetworkClient.Error.rejected(status: 403)
    for document in ["<!DOCTYPE html><title>T</title>", "{}"] {
      site[feed] = document
      await #expect(throws: forbidden) { try await load(.failing(forbidden)) }
    }
    site.web.shut(feed, .timedOut)
    await #expect(throws: NetworkClient.Error.unreachable(.timedOut)) { try await load(.failing(forbidden)) }
  }

  @Test(arguments: [401, 418, 500, 502])
  func `a failing server is reported unless the address is a feed`(status: Int) async throws {
    let failure = NetworkClient.Error.rejected(status: status)
    await #expect(throws: failure) { try await load(.failing(failure)) }
    site[feed] = "<!DOCTYPE html><title>T</title>"
    await #expect(throws: failure) { try await load(.failing(failure)) }
    site.web.reject(feed, 503)
    await #expect(throws: NetworkClient.Error.rejected(status: 503)) { try await load(.failing(failure)) }
  }

  @Test func `a server that is too busy is asked a second time if the address is no feed`() async throws {
    let requests = CallRecorder<String>()
    let busy = PostsService.failing(NetworkClient.Error.rejected(status: 503))
    let probe = recording("probe", busy, in: requests)
    let server = recording("server", .stub(.samples), in: requests)
    #expect(try await load(server, probe: probe) == [Post].samples.map(\.title))
    #expect(requests.all == ["probe", "server"])
    #expect(site.web.requests == [feed])
    #expect(await site.posts().source() == .server)
  }

  @Test func `an address whose server wants a pause is not asked until it is over`() async throws {
    let requests = CallRecorder<String>()
    let server = recording("posts", .failing(NetworkClient.Error.rejected(status: 503)), in: requests)
    site.web.reject(feed, 503)
    await #expect(throws: NetworkClient.Error.rejected(status: 503)) { try await load(server) }
    let end = SimulatedWeb.start.addingTimeInterval(60)
    await #expect(throws: AnswerFailure.pausedUntil(end)) { try await load(server) }
    #expect(requests.all == ["posts"])
    #expect(site.web.requests == [feed])
    site.web.pass(60)
    site.web.reject(feed, nil)
    site[feed] = rss(item("1"))
    #expect(try await load(server) == ["Title 1"])
  }

  @Test func `an address without an answer fails, and an unreachable host is asked only once`() async throws {
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) { try await load() }
    await #expect(throws: NetworkClient.Error.unreachable(.offline)) {
      try await load(.failing(NetworkClient.Error.unreachable(.offline)))
    }
    await #expect(throws: CancellationError.self) { try await load(.failing(CancellationError())) }
    #expect(site.web.requests == [feed], "an unreachable host gets no second request")
    #expect(await site.posts().source() == nil)
  }

  @Test func `an address that looks like a document is read as a feed first`() async throws {
    for address in ["https://example.org/rss.xml", "https://example.org/?feed=atom", "file:///tmp/rss.xml"] {
      let site = FeedSite(address)
      site[address] = rss(item("1"))
      #expect(try await load(noServer, site) == ["Title 1"])
      #expect(await site.posts().source() == .feed(site.feed))
    }
    let other = FeedSite("https://example.org/api.php?")
    other[other.feed.absoluteString] = "[]"
    #expect(try await load(.stub(.samples), other).count == 3)
    #expect(await other.posts().source() == .server)
  }

  @Test func `a file is never asked as a server`() async throws {
    let site = FeedSite("file:///tmp/page.html")
    site[site.feed.absoluteString] = "<!DOCTYPE html><title>T</title>"
    await #expect(throws: AnswerFailure.pageWithoutFeed) { try await load(noServer, site) }
    #expect(site.web.requests == [])
  }

  @Test func `an address with saved server posts stays a server`() async throws {
    let posts = site.posts(.failing(NetworkClient.Error.rejected(status: 500)), hasServerPosts: true)
    #expect(await posts.source() == .server)
    await #expect(throws: NetworkClient.Error.rejected(status: 500)) { try await posts.posts.page(nil, nil) }
    #expect(site.web.requests == [])
  }

  // MARK: - Authors

  @Test func `a feed has no users, and no server is asked for them`() async throws {
    try await site.store.setSource(.feed(site.feed), site.feed)
    let users = site.posts(noServer).users(UsersService(users: unexpected("users"), user: unexpected("user")))
    guard case .changed(let all, let validator) = try await users.users(nil) else {
      Issue.record("a load without a validator returns no change")
      return
    }
    #expect(all == [])
    guard case .unchanged = try await users.users(validator) else {
      Issue.record("the validator does not confirm the empty list")
      return
    }
    guard case .changed(let one, nil) = try await users.user(User.ID(1), nil) else {
      Issue.record("a load without a validator returns no change")
      return
    }
    #expect(one == [])
    #expect(site.web.requests == [])
  }

  @Test func `the users and comments of a server come from the server`() async throws {
    try await site.store.setSource(.server, site.feed)
    let posts = site.posts()
    guard case .changed(let users, nil) = try await posts.users(.stub()).users(nil),
      case .changed(let comments, nil) = try await posts.comments(.stub()).comments(Post.ID(1), nil)
    else {
      Issue.record("the first load returns no change")
      return
    }
    #expect(users == .samples)
    #expect(comments.map(\.name) == ["Nine seconds", "Night shift"])
  }

  private func ids() async throws -> [Post.ID] {
    guard case .changed(let page, _) = try await site.posts(nil).posts.page(nil, nil) else { return [] }
    return try page.shown.map(\.id)
  }

  private func load(
    _ server: PostsService = .failing(NetworkClient.Error.rejected(status: 404)), probe: PostsService? = nil,
    _ other: FeedSite? = nil
  ) async throws -> [String] {
    let posts = (other ?? site).posts(server, probe: probe).posts
    guard case .changed(let page, _) = try await posts.page(nil, nil) else { return [] }
    return try page.shown.map(\.title)
  }

  /// Returns a service that records its name for each request of a page.
  private func recording(
    _ name: String, _ service: PostsService, in requests: CallRecorder<String>
  ) -> PostsService {
    PostsService(
      page: {
        requests.record(name)
        return try await service.page($0, $1)
      }, post: service.post)
  }
}
