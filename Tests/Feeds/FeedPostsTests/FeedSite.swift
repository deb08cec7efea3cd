import CachedResource
import DatabaseLive
import FeedPosts
import FeedsServiceLive
import FeedsStore
import FeedsStoreLive
import Foundation
import NetworkClient
import PagedList
import PostDomain
import PostsService
import Synchronization

/// A simulated web with a feed, and what is saved of its posts.
final class FeedSite: Sendable {
  /// The first of January 2026.
  static let start = Date(timeIntervalSince1970: 1_767_225_600)

  private let pages = Mutex<[String: String]>([:])
  private let moves = Mutex<[String: NetworkClient.Redirect]>([:])
  private let statuses = Mutex<[String: Int]>([:])
  private let seconds = Mutex<Double>(0)
  private let cached = Mutex<[Post]>([])
  private let validator = Mutex<String?>(nil)
  private let sent = Mutex<[NetworkClient.Request]>([])
  private let tags = Mutex<[String: String]>([:])
  let store = FeedsStore.live(cache: .memory(), state: .memory())
  let feed: URL

  init(_ address: String = "https://example.org/feed") { feed = URL(string: address)! }

  /// The page at an address; 404 without one.
  subscript(address: String) -> String? {
    get { pages.withLock { $0[address] } }
    set { pages.withLock { $0[address] = newValue } }
  }

  /// Lets an address redirect to another one.
  func move(_ address: String, to target: String, status: Int = 302) {
    let redirect = URL(string: target).map { NetworkClient.Redirect(status: status, to: $0) }
    moves.withLock { $0[address] = redirect }
  }
  /// Lets an address answer with a status code.
  func reject(_ address: String, _ status: Int) { statuses.withLock { $0[address] = status } }
  /// Lets an address answer with an ETag, and with 304 to it.
  func tag(_ address: String, _ tag: String) { tags.withLock { $0[address] = tag } }
  /// Lets time pass.
  func pass(_ duration: Double) { seconds.withLock { $0 += duration } }
  var date: Date { Self.start.addingTimeInterval(seconds.withLock { $0 }) }
  /// The saved posts, the first ones first.
  var saved: [Post] { cached.withLock { $0 } }
  /// The addresses of the requests so far.
  var requests: [String] { sent.withLock { $0.map(\.url.absoluteString) } }
  /// The values of a header field of those requests.
  func fields(_ field: String) -> [String?] { sent.withLock { $0.map { $0.headers[field] } } }
  /// The documents that those addresses were found in.
  var links: [URL?] { sent.withLock { $0.map(\.linkedFrom) } }

  var client: NetworkClient {
    NetworkClient { [self] request in
      let address = request.url.absoluteString
      sent.withLock { $0.append(request) }
      let redirects = [moves.withLock { $0[address] }].compactMap(\.self)
      let last = redirects.last?.to.absoluteString ?? address
      if let status = statuses.withLock({ $0[last] }) {
        return .init(status: status, url: request.url, headers: [("Retry-After", "60")])
      }
      let tag = tags.withLock { $0[last] }
      if let tag, request.headers["If-None-Match"] == tag { return .init(status: 304, url: request.url) }
      guard let page = self[last] else { return .init(status: 404, url: request.url) }
      return .init(
        url: redirects.last?.to ?? request.url, redirects: redirects, headers: tag.map { [("ETag", $0)] } ?? [],
        body: Data(page.utf8))
    }
  }

  /// The posts at the address, where a server may have some.
  func posts(
    _ server: PostsService = .failing(NetworkClient.Error.rejected(status: 404)), hasServerPosts: Bool = false
  ) -> FeedPosts {
    FeedPosts(
      at: feed,
      feeds: .live(
        client: client, readFile: { [self] in Data((self[$0.absoluteString] ?? "").utf8) }, now: { [self] in date }),
      store: store, server: server,
      saved: { [self] id in saved.first { $0.id == id } },
      extent: { [self] in
        let count = hasServerPosts ? 1 : saved.count
        return PageExtent(pages: 0..<0, pageCount: count, count: count, grows: !hasServerPosts)
      },
      now: { [self] in date })
  }

  /// Loads a page and saves its posts, as a list does.
  /// - Returns: The page and its posts; nil if it has not changed.
  @discardableResult
  func load(_ cursor: Cursor? = nil) async throws -> (page: Page<Post>, posts: [Post])? {
    if try await store.source(feed) == nil { try await store.setSource(.feed(feed), feed) }
    let answer = try await posts().posts.page(cursor, cursor == nil ? validator.withLock { $0 } : nil)
    guard case .changed(let page, let new) = answer else { return nil }
    if cursor == nil { validator.withLock { $0 = new } }
    let posts = try page.shown
    cached.withLock { cached in
      for post in posts {
        if let index = cached.firstIndex(where: { $0.id == post.id }) {
          cached[index] = page.window?.merged(cached[index], post) ?? cached[index]
        } else {
          cached.append(post)
        }
      }
    }
    return (page, posts)
  }
}

extension Page {
  /// The items, from the window if there is one.
  var shown: [Item] {
    get throws {
      guard let window else { return items }
      var all: [Item] = []
      try window.portions { all += $0 }
      return all
    }
  }
}

/// Returns RSS with these items and other elements.
func rss(_ items: String..., channel: String = "") -> String {
  """
  <rss version='2.0' xmlns:content='http://purl.org/rss/1.0/modules/content/' xmlns:atom='http://www.w3.org/2005/Atom' \
  xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:wfw='http://wellformedweb.org/CommentAPI/' \
  xmlns:thr='http://purl.org/syndication/thread/1.0'>\
  <channel><title>T</title>\(channel)\(items.joined())</channel></rss>
  """
}

/// Returns an item of RSS.
func item(_ id: String, date: String? = "Wed, 31 Dec 2025 12:00:00 GMT", _ more: String = "") -> String {
  let date = date.map { "<pubDate>\($0)</pubDate>" } ?? ""
  return "<item><guid isPermaLink='false'>\(id)</guid><title>Title \(id)</title>\(date)\(more)</item>"
}
