/// The names that different servers give one field, the best one first.
public struct WireNames: Sendable {
  /// When something was published or, failing that, made or changed.
  public static let dates = WireNames(
    "published_at", "publishedAt", "published", "pubDate", "pub_date", "date_published", "datePublished", "date",
    "created_at", "createdAt", "created", "dateCreated", "date_gmt", "timestamp", "time", "updated_at", "updatedAt",
    "updated", "modified")
  /// Where people read something; `url` last, which with some servers is where programs do.
  public static let addresses = WireNames("html_url", "permalink", "link", "url")
  /// What a comment answers.
  public static let parents = WireNames(
    "parentId", "parent_id", "parent", "inReplyTo", "in_reply_to", "in_reply_to_id")
  /// Who wrote something.
  public static let authors = WireNames("author", "author_name", "username", "user")

  private static let all = Set([dates, addresses, parents, authors].flatMap(\.ranks.keys))
  private let ranks: [String: Int]

  private init(_ names: String...) { ranks = Dictionary(uniqueKeysWithValues: zip(names, names.indices)) }

  /// Whether any field goes by a name.
  static func contain(_ name: String) -> Bool { all.contains(name) }

  /// Those of some names that are among these, the best one first.
  func best<Name: CodingKey>(of names: [Name]) -> [Name] {
    let ranked = names.compactMap { name in ranks[name.stringValue].map { (rank: $0, name: name) } }
    return ranked.sorted { $0.rank < $1.rank }.map(\.name)
  }
}
