/// The fields of an object that different servers give different names.
public struct WireFields {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let container: KeyedDecodingContainer<Name>

  /// - Throws: `DecodingError` where there is no object.
  public init(from decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Name.self)
  }

  /// The first of these fields that is there and is what is wanted; nil where none is.
  public func first<Value: Decodable>(_ names: [String], as type: Value.Type = Value.self) -> Value? {
    for name in names.lazy.map(Name.init(stringValue:)) where container.contains(name) {
      if let value = try? container.decodeIfPresent(Value.self, forKey: name) { return value }
    }
    return nil
  }

  /// A field that has to be there.
  /// - Throws: `DecodingError` where it is not, or is something else.
  public func value<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
    try container.decode(Value.self, forKey: Name(stringValue: name))
  }

  /// A field that may be missing or null.
  /// - Throws: `DecodingError` where it is something else.
  public func optional<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
    try container.decodeIfPresent(Value.self, forKey: Name(stringValue: name))
  }
}
