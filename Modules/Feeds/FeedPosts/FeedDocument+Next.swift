import CachedResource
import Essentials
import FeedDocument
import NetworkClient

extension FeedDocument {
  /// Returns the address of the page with older entries, which is never the same page. It may be on another server: the
  /// feeds of Blogger lead to `www.blogger.com`. Only a feed on the web has one: the output of a program never leads to a
  /// program, or to something that it has not filtered.
  /// - Parameter page: The address that was asked; nil for that of the document.
  func next(at page: URL?, _ feed: URL) -> Cursor? {
    let page = page ?? URL(string: address) ?? feed
    var next = self.feed.next ?? self.feed.previousArchive
    if next == nil, self.feed.generator?.lowercased().contains("wordpress") == true, entryCount > 0 {
      next = page.nextWordPressPage?.absoluteString
    }
    guard let text = next, let url = URL(written: text), url.isWeb, feed.isWeb, ![page, feed].contains(url)
    else { return nil }
    return Cursor(text)
  }
}

extension URL {
  /// The address of the next page of a WordPress feed: `?paged=2`.
  fileprivate var nextWordPressPage: URL? {
    guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
    var items = components.queryItems ?? []
    let page = items.first { $0.name == "paged" }?.value.flatMap { Int($0) } ?? 1
    guard page < 100_000 else { return nil }
    items.removeAll { $0.name == "paged" }
    components.queryItems = items + [URLQueryItem(name: "paged", value: String(page + 1))]
    return components.url
  }
}
