/// An identifier as servers send it: a whole number or a text. Which of the two makes no difference (`7` is `"7"`).
public struct WireID: Decodable, Hashable, Sendable {
  /// The identifier as text.
  public let text: String

  /// Reads a number or a text.
  /// - Throws: `DecodingError` where it is neither, or empty.
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
