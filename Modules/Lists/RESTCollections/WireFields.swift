/// The fields of an object that different servers give different names.
public struct WireFields {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }

    /// Objects have few fields, and most of the names that a field may have are in none. So it is not asked for one name
    /// after the other: the fields that are there are gone through once, and here all go that have but one name.
    init?(stringValue: String) {
      guard WireNames.contain(stringValue) else { return nil }
      self.stringValue = stringValue
    }
    init?(intValue: Int) { nil }
  }

  private let container: KeyedDecodingContainer<Name>
  /// Those fields that go by one of several names.
  private let found: [Name]

  /// - Throws: `DecodingError` where there is no object.
  public init(from decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Name.self)
    found = container.allKeys
  }

  /// The first of these fields that is there and is what is wanted; nil where none is.
  public func first<Value: Decodable>(_ names: WireNames, as type: Value.Type = Value.self) -> Value? {
    if found.isEmpty { return nil }
    for name in names.best(of: found) {
      if let value = try? container.decodeIfPresent(Value.self, forKey: name) { return value }
    }
    return nil
  }

  /// All of these fields that are there and are what is wanted, the best one first.
  public func all<Value: Decodable>(_ names: WireNames, as type: Value.Type = Value.self) -> [Value] {
    if found.isEmpty { return [] }
    return names.best(of: found).compactMap { try? container.decodeIfPresent(Value.self, forKey: $0) }
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

/// The same for texts, which a decoder reads faster when it is asked for this very type.
extension WireFields {
  /// A text that has to be there.
  /// - Throws: `DecodingError` where it is not, or is something else.
  public func value(_ name: String) throws -> String { try container.decode(String.self, forKey: Name(name)) }

  /// A text that may be missing or null.
  /// - Throws: `DecodingError` where it is something else.
  public func optional(_ name: String) throws -> String? {
    try container.decodeIfPresent(String.self, forKey: Name(name))
  }
}
