import Essentials
import HTMLText
import RESTCollections

/// A link from a page to a feed.
public struct FeedLink: Equatable, Sendable {
  /// The address of the feed.
  public var address: String
  /// The title of the link.
  public var title: String?

  public init(address: String, title: String? = nil) {
    self.address = address
    self.title = title
  }

  /// Returns the feeds that a page links to, without duplicates, those for comments last. Of a page that declares none,
  /// these are the links of its header or else, by the names that feeds usually have, those in its text to feeds of its
  /// own site.
  static func all(in page: String, at address: String, _ header: [Link]) -> [FeedLink] {
    let (base, links) = HTMLText.links(of: page)
    let start = base.flatMap { resolved($0, on: address) } ?? address
    let declared = feeds(links.filter(\.isDeclared), on: start).filter { !$0.leads(to: address) }
    if !declared.isEmpty { return declared }
    let announced = all(in: header, at: address)
    if !announced.isEmpty { return announced }
    let host = URL(string: start)?.siteHost
    return feeds(links.filter(\.isInText), on: start).filter { link in
      guard let url = URL(string: link.address), url.siteHost == host else { return false }
      let name = url.lastPathComponent.lowercased()
      return [".rss", ".atom", ".rdf"].contains { name.hasSuffix($0) } || names.contains(name)
    }
  }

  /// Returns the feeds that the header of a document links to, in the same order.
  static func all(in header: [Link], at address: String) -> [FeedLink] {
    let links = header.map { HTMLLink(rel: $0.relations, type: $0.type, address: $0.target, title: $0.title) }
    return feeds(links.filter(\.isDeclared), on: address)
  }

  /// Returns the address of another page or feed that a page leads on to by itself.
  static func refresh(of page: String, at address: String) -> String? {
    guard let target = HTMLText.refresh(of: page) else { return nil }
    let start = HTMLText.links(of: page).base.flatMap { resolved($0, on: address) } ?? address
    return resolved(target, on: start).flatMap { isWeb($0) && $0 != address ? $0 : nil }
  }

  private static let names: Set = [
    "rss", "feed", "atom", "rss.xml", "feed.xml", "atom.xml", "index.xml", "rss2.xml", "rss.php", "feed.json",
  ]

  private static func feeds(_ links: [HTMLLink], on start: String) -> [FeedLink] {
    var found: [FeedLink] = []
    var addresses: Set<String> = []
    for link in links {
      guard let address = resolved(link.target, on: start), isWeb(address) || address.hasPrefix("file:"),
        addresses.insert(address).inserted
      else { continue }
      found.append(FeedLink(address: address, title: link.title.isEmpty ? nil : link.title))
    }
    return found.filter { !$0.isForComments } + found.filter(\.isForComments)
  }

  /// Returns whether the link leads to a page, or to a part of it.
  private func leads(to page: String) -> Bool {
    address.prefix { $0 != "#" } == page.prefix { $0 != "#" }
  }

  /// Whether the link seems to lead to comments.
  public var isForComments: Bool {
    let words = (title ?? "").lowercased() + " " + address.lowercased()
    return ["comment", "kommentar", "commentaire", "comentario", "replies"].contains { words.contains($0) }
  }
}

extension HTMLLink {
  /// Whether it says that it leads to a feed. WordPress links to its REST API in the same way.
  fileprivate var isDeclared: Bool {
    let type = type.split(separator: ";").first.map { $0.lowercased().trimmed } ?? ""
    if type == "application/json", address.contains("/wp-json/") { return false }
    if type.isEmpty { return rel.contains("feed") && !isInText }
    return Self.isFeed(type) && (isInText || rel.contains("alternate") || rel.contains("feed"))
  }

  /// Returns whether a media type is one of feeds, as it is written: also `text/rss`.
  private static func isFeed(_ type: String) -> Bool {
    let others = ["application/rdf+xml", "application/feed+json", "application/json", "application/xml", "text/xml"]
    return others.contains(type) || ["/rss", "rss+xml", "atom+xml", "/atom"].contains { type.contains($0) }
  }

  /// The address without the scheme `feed:`, which tells browsers to start a reader.
  fileprivate var target: String {
    address.lowercased().hasPrefix("feed:") ? String(address.dropFirst(5)) : address
  }
}

extension URL {
  /// The host without `www.`.
  fileprivate var siteHost: String? { host().map { $0.hasPrefix("www.") ? String($0.dropFirst(4)) : $0 } }
}
