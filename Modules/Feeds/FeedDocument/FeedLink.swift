import Essentials
import HTMLText

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

  private static let types = [
    "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json", "application/json",
    "application/xml", "text/xml", "application/x.atom+xml", "application/x-atom+xml",
  ]

  /// Returns the feeds that a page links to, without duplicates, those for comments last.
  static func all(in body: Data, at address: String) -> [FeedLink] {
    let page = String(decoding: body.prefix(1 << 20), as: UTF8.self)
    let (base, links) = HTMLText.headLinks(page)
    let start = base.flatMap { resolved($0, on: address) } ?? address
    var found: [FeedLink] = []
    for link in links where link.rel.contains("alternate") || link.rel.contains("feed") {
      let type = link.type.split(separator: ";").first.map { $0.lowercased().trimmed } ?? ""
      guard types.contains(type) || type.isEmpty && link.rel.contains("feed") else { continue }
      // WordPress links to its REST API in the same way.
      if type == "application/json", link.address.contains("/wp-json/") { continue }
      guard let address = resolved(link.address, on: start), isWeb(address) || address.hasPrefix("file:"),
        !found.contains(where: { $0.address == address })
      else { continue }
      found.append(FeedLink(address: address, title: link.title.isEmpty ? nil : link.title))
    }
    return found.filter { !$0.isForComments } + found.filter(\.isForComments)
  }

  private var isForComments: Bool {
    let words = (title ?? "").lowercased() + " " + address.lowercased()
    return ["comment", "kommentar", "commentaire", "comentario", "replies"].contains { words.contains($0) }
  }
}
