import CachedResource
import DatabaseLive
import FeedPosts
import FeedsServiceLive
import FeedsStore
import FeedsStoreLive
import Foundation
import NetworkClient
import NetworkClientTestSupport
import PagedList
import PostDomain
import PostsService
import Synchronization

/// A simulated web with a feed, and the saved posts of the feed.
final class FeedSite: Sendable {
  let web = SimulatedWeb()
  private let cached = Mutex<[Post]>([])
  private let validator = Mutex<String?>(nil)
  let store = FeedsStore.live(cache: .memory(), state: .memory())
  let feed: URL

  init(_ address: String = "https://example.org/feed") { feed = URL(string: address)! }

  /// The page at an address; 404 without one.
  subscript(address: String) -> String? {
    get { web[address] }
    set { web[address] = newValue }
  }

  /// The saved posts, in the order of their arrival.
  var saved: [Post] { cached.withLock { $0 } }

  /// Returns the posts at the feed's address.
  /// - Parameters:
  ///   - server: A REST server at the same address; nil for none.
  ///   - hasServerPosts: Whether posts of that server are saved.
  func posts(
    _ server: PostsService? = .failing(NetworkClient.Error.rejected(status: 404)), probe: PostsService? = nil,
    hasServerPosts: Bool = false
  ) -> FeedPosts {
    FeedPosts(
      at: feed,
      feeds: .live(
        client: web.client, readFile: { [self] in Data((self[$0.absoluteString] ?? "").utf8) },
        now: { [web] in web.date }),
      store: store, server: server, probe: probe,
      saved: { [self] id in saved.first { $0.id == id } },
      extent: { [self] in
        let count = hasServerPosts ? 1 : saved.count
        return PageExtent(pages: 0..<0, pageCount: count, count: count, grows: !hasServerPosts)
      },
      now: { [web] in web.date })
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
