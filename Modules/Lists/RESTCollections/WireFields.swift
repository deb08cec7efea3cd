/// The fields of a JSON object, to which servers give different names.
public struct WireFields {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }

    /// Creates a key if any field can have this name. Objects have few of the many possible names, so their keys are
    /// read once and others dropped here, instead of looking up one name after the other.
    init?(stringValue: String) {
      guard WireNames.contain(stringValue) else { return nil }
      self.stringValue = stringValue
    }
    init?(intValue: Int) { nil }
  }

  private let container: KeyedDecodingContainer<Name>
  /// The keys of the object that are among `WireNames`.
  private let found: [Name]

  /// - Throws: `DecodingError` if there is no object.
  public init(from decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Name.self)
    found = container.allKeys
  }

  /// Returns the first of some fields that is present and has the wanted type; nil if none has.
  public func first<Value: Decodable>(_ names: WireNames) -> Value? {
    if found.isEmpty { return nil }
    for name in names.best(of: found) {
      if let value = try? container.decodeIfPresent(Value.self, forKey: name) { return value }
    }
    return nil
  }

  /// Returns all of some fields that are present and have the wanted type, the best name first.
  public func all<Value: Decodable>(_ names: WireNames) -> [Value] {
    if found.isEmpty { return [] }
    return names.best(of: found).compactMap { try? container.decodeIfPresent(Value.self, forKey: $0) }
  }

  /// Returns a required field.
  /// - Throws: `DecodingError` if it is missing or has another type.
  public func value<Value: Decodable>(_ name: String) throws -> Value {
    try container.decode(Value.self, forKey: Name(name))
  }

  /// Returns a field that may be missing or null.
  /// - Throws: `DecodingError` if it has another type.
  public func optional<Value: Decodable>(_ name: String) throws -> Value? {
    try container.decodeIfPresent(Value.self, forKey: Name(name))
  }
}

/// Variants for texts: a decoder is faster when it is asked for this type.
extension WireFields {
  /// Returns a required text.
  /// - Throws: `DecodingError` if it is missing or has another type.
  public func value(_ name: String) throws -> String { try container.decode(String.self, forKey: Name(name)) }

  /// Returns a text that may be missing or null.
  /// - Throws: `DecodingError` if it has another type.
  public func optional(_ name: String) throws -> String? {
    try container.decodeIfPresent(String.self, forKey: Name(name))
  }
}

/// An identifier in the forms that servers send: a whole number or a text. `7` and `"7"` are the same.
public struct WireID: Decodable, Hashable, Sendable {
  /// The identifier as text.
  public let text: String

  /// Decodes a number or a text.
  /// - Throws: `DecodingError` if the value is neither, or an empty text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      text = String(number)
    } else if let number = try? container.decode(UInt128.self) {
      text = String(number)
    } else {
      text = try container.decode(String.self)
      if text.isEmpty {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "an identifier without a character")
      }
    }
  }
}

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
