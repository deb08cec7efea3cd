import Essentials

/// A JSON array of a document, cut into portions between its elements. The scanner decodes nothing and checks little; a
/// decoder must still judge each portion and the rest of the document.
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
  ///   - member: the name of the array among the members of the document; nil if the document is the array.
  ///   - size: the smallest size of a portion in bytes; the last may be shorter.
  /// - Returns: nil if there is no such array, or its end is missing.
  init?(_ bytes: UnsafeRawBufferPointer, member: String?, size: Int) {
    var scanner = Scanner(bytes: bytes)
    guard scanner.enterArray(member) else { return nil }
    range = scanner.position..<scanner.position
    var (start, count) = (scanner.position, 0)
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
    let last = slice.last { !isBlank($0) }
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

private struct Scanner {
  let bytes: UnsafeRawBufferPointer
  var position = 0

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlank() {
    while let byte, isBlank(byte) { position += 1 }
  }

  private mutating func skip(_ wanted: UInt8) -> Bool {
    skipBlank()
    guard byte == wanted else { return false }
    position += 1
    return true
  }

  /// Moves behind the opening bracket of an array.
  mutating func enterArray(_ member: String?) -> Bool {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    guard let member else { return skip(UInt8(ascii: "[")) }
    let name = #""\#(member)""#.utf8
    guard skip(UInt8(ascii: "{")) else { return false }
    while true {
      skipBlank()
      let start = position
      guard skipString() else { return false }
      let isFound = bytes[start..<position].elementsEqual(name)
      guard skip(UInt8(ascii: ":")) else { return false }
      if isFound { return skip(UInt8(ascii: "[")) }
      guard skipElement() == UInt8(ascii: ",") else { return false }
      position += 1
    }
  }

  /// Moves to the comma or bracket that ends a value, and returns it.
  mutating func skipElement() -> UInt8? {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        guard skipString() else { return nil }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        // The limit is below that of decoders, which also count the levels around the array.
        if depth > 500 { return nil }
      case let end where end == UInt8(ascii: "}") || end == UInt8(ascii: "]"):
        if depth == 0 { return end }
        depth -= 1
      case let comma where comma == UInt8(ascii: ",") && depth == 0: return comma
      default: break
      }
      position += 1
    }
    return nil
  }

  private mutating func skipString() -> Bool {
    guard byte == UInt8(ascii: "\"") else { return false }
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return true }
    }
    return false
  }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
