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
