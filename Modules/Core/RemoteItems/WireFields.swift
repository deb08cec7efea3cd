/// The names that different servers give a field, the best one first. To be made once, not for every object.
public struct WireNames: ExpressibleByArrayLiteral, Hashable, Sendable {
  fileprivate let ranks: [String: Int]

  public init(_ names: [String]) {
    ranks = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
  }
  public init(arrayLiteral names: String...) { self.init(names) }
}

/// An object that servers send, and some of whose fields have one name here and another there.
public protocol WireObject: Decodable, SendableMetatype {
  /// The names of each of these fields.
  static var alternatives: [WireNames] { get }
}

/// The fields of an object that different servers give different names.
public struct WireFields<Wire: WireObject> {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }

    /// Objects have few fields, and most names that a field may have are in none. So those that are there are gone
    /// through once, and the others of them left out here: it is done for every object of long lists.
    init?(stringValue: String) {
      guard Wire.alternatives.contains(where: { $0.ranks[stringValue] != nil }) else { return nil }
      self.stringValue = stringValue
    }
    init?(intValue: Int) { nil }
  }

  private let container: KeyedDecodingContainer<Name>
  /// Those of the alternatives that are there.
  private let found: [Name]

  /// - Throws: `DecodingError` where there is no object.
  public init(from decoder: any Decoder, of wire: Wire.Type = Wire.self) throws {
    container = try decoder.container(keyedBy: Name.self)
    found = container.allKeys
  }

  /// The first of these fields that is there and is what is wanted; nil where none is.
  /// - `names`: one of the alternatives.
  public func first<Value: Decodable>(_ names: WireNames, as type: Value.Type = Value.self) -> Value? {
    for name in found(names) {
      if let value = try? container.decodeIfPresent(Value.self, forKey: name) { return value }
    }
    return nil
  }

  /// All of these fields that are there and are what is wanted, in the order of the names.
  /// - `names`: one of the alternatives.
  public func all<Value: Decodable>(_ names: WireNames, as type: Value.Type = Value.self) -> [Value] {
    found(names).compactMap { try? container.decodeIfPresent(Value.self, forKey: $0) }
  }

  private func found(_ names: WireNames) -> [Name] {
    assert(Wire.alternatives.contains(names), "these names are none of the alternatives of \(Wire.self)")
    if found.isEmpty { return [] }
    let ranked = found.compactMap { name in names.ranks[name.stringValue].map { (rank: $0, name: name) } }
    return ranked.sorted { $0.rank < $1.rank }.map(\.name)
  }

  /// A field that has to be there.
  /// - Throws: `DecodingError` where it is not, or is something else.
  public func value<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
    try container.decode(Value.self, forKey: Name(name))
  }

  /// A field that may be missing or null.
  /// - Throws: `DecodingError` where it is something else.
  public func optional<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
    try container.decodeIfPresent(Value.self, forKey: Name(name))
  }
}
