import Essentials

/// A JSON array of a document, cut into portions between its elements. The scanner checks little, so
/// a decoder must still judge each portion and the rest of the document.
struct ArrayPortions {
  /// Consecutive elements with the commas between them.
  struct Portion {
    var range: Range<Int>
    var count: Int
  }

  /// The portions, which together hold all elements.
  private(set) var portions: [Portion] = []
  /// The bytes from the first element to the end of the last.
  private(set) var range: Range<Int>

  var count: Int { portions.reduce(0) { $0 + $1.count } }

  /// - Parameters:
  ///   - member: The name of the array among the members of the document; nil if the document is the array.
  ///   - size: The smallest size of a portion in bytes; the last may be shorter.
  /// - Returns: Nil if there is no such array, or its end is missing.
  init?(_ bytes: UnsafeRawBufferPointer, member: String?, size: Int) {
    var scanner = JSONScanner(bytes)
    guard scanner.enterArray(member) else { return nil }
    range = scanner.position..<scanner.position
    var start = scanner.position
    var count = 0
    while true {
      guard let end = scanner.skipElement(), end != UInt8(ascii: "}") else { return nil }
      count += 1
      let isLast = end == UInt8(ascii: "]")
      if isLast || scanner.position - start >= size {
        portions.append(Portion(range: start..<scanner.position, count: count))
        start = scanner.position + 1
        count = 0
      }
      if isLast { break }
      scanner.position += 1
    }
    range = range.lowerBound..<scanner.position
  }

  /// Returns a portion as an array of its own; nil if a decoder might read it differently there than within the whole
  /// document.
  static func document(_ portion: Portion, of body: Data) -> Data? {
    let slice = body[body.startIndex + portion.range.lowerBound..<body.startIndex + portion.range.upperBound]
    // Decoders accept a comma behind the last element, and take two bytes of which one is zero for another encoding.
    let last = slice.last { !JSONScanner.isBlank($0) }
    guard slice.first != 0, let last, last != UInt8(ascii: ",") else { return nil }
    var document = Data(capacity: slice.count + 2)
    document.append(UInt8(ascii: "["))
    document.append(slice)
    document.append(UInt8(ascii: "]"))
    return document
  }

  /// Returns the document without the elements.
  func rest(of body: Data) -> Data {
    body.prefix(range.lowerBound) + body.dropFirst(range.upperBound)
  }
}
