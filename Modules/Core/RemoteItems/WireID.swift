/// An identifier as servers send it: a whole number or a text. Which of the two makes no difference (`7` is `"7"`).
public struct WireID: Decodable, Hashable, Sendable {
  /// The identifier as text.
  public let text: String

  /// Reads a number or a text.
  /// - Throws: `DecodingError` where it is neither, or empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let id = try Self(
      number: container.decode(Int.self), large: container.decode(UInt128.self), text: container.decode(String.self))
    guard let id else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: Self.empty)
    }
    self = id
  }

  /// Nil for an empty text. The three are tried in this order; most servers number what they have.
  init?(
    number: @autoclosure () throws -> Int, large: @autoclosure () throws -> UInt128,
    text: @autoclosure () throws -> String
  ) throws {
    if let number = try? number() {
      self.text = String(number)
    } else if let number = try? large() {
      self.text = String(number)
    } else {
      self.text = try text()
      if self.text.isEmpty { return nil }
    }
  }

  static let empty = "an identifier without a character"
}
