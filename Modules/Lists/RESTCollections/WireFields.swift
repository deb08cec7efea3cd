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
