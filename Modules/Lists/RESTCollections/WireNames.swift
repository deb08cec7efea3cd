/// The names that servers give to one field, the best one first.
public struct WireNames: Sendable {
  /// The date of publication or, failing that, of creation or modification.
  public static let dates = WireNames(
    "published_at", "publishedAt", "published", "pubDate", "pub_date", "date_published", "datePublished", "date",
    "created_at", "createdAt", "created", "dateCreated", "date_gmt", "timestamp", "time", "updated_at", "updatedAt",
    "updated", "modified")
  /// The address of a page for people. `url` is last, because some servers use it for the address of their API.
  public static let addresses = WireNames("html_url", "permalink", "link", "url")
  /// The parent of a comment.
  public static let parents = WireNames(
    "parentId", "parent_id", "parent", "inReplyTo", "in_reply_to", "in_reply_to_id")
  /// The author.
  public static let authors = WireNames("author", "author_name", "username", "user")

  private static let all = Set([dates, addresses, parents, authors].flatMap { $0.ranks.keys })
  private let ranks: [String: Int]

  private init(_ names: String...) { ranks = Dictionary(uniqueKeysWithValues: zip(names, names.indices)) }

  /// Returns whether any field can have a name.
  static func contain(_ name: String) -> Bool { all.contains(name) }

  /// Returns those of some keys that have one of these names, the best one first.
  func best<Name: CodingKey>(of names: [Name]) -> [Name] {
    let ranked = names.compactMap { name in ranks[name.stringValue].map { (rank: $0, name: name) } }
    return ranked.sorted { $0.rank < $1.rank }.map { $0.name }
  }
}
