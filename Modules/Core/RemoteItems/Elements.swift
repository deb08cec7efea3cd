/// The elements of a JSON array that decode; the others are only counted.
public struct Elements<Wire: Decodable>: Decodable {
  /// Those that decode, in order.
  public private(set) var valid: [Wire] = []
  /// How many there are.
  public private(set) var count = 0

  /// Reads an array, whatever is in it.
  /// - Throws: `DecodingError` where there is none.
  public init(from decoder: any Decoder) throws {
    var array = try decoder.unkeyedContainer()
    while !array.isAtEnd {
      count += 1
      if let element = try? array.decode(Wire.self) {
        valid.append(element)
      } else {
        // A failed attempt does not step over its element.
        _ = try array.decode(Anything.self)
      }
    }
  }
}

/// Decodes from whatever is there.
private struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}
