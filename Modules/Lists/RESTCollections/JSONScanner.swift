/// A scanner that finds the ends of names and values in a JSON document. It decodes nothing and checks little.
struct JSONScanner {
  let bytes: UnsafeRawBufferPointer
  var position: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    position = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlank() {
    while let byte, Self.isBlank(byte) { position += 1 }
  }

  /// Moves behind a character, and returns whether it follows.
  mutating func skip(_ wanted: Unicode.Scalar) -> Bool {
    skipBlank()
    guard byte == UInt8(ascii: wanted) else { return false }
    position += 1
    return true
  }

  /// Moves behind the opening bracket of an array.
  mutating func enterArray(_ member: String?) -> Bool {
    guard let member else { return skip("[") }
    let name = #""\#(member)""#.utf8
    guard skip("{") else { return false }
    while let found = skipName() {
      if bytes[found].elementsEqual(name) { return skip("[") }
      guard skipElement() == UInt8(ascii: ",") else { return false }
      position += 1
    }
    return false
  }

  /// Moves behind the name of a member and its colon, and returns the extent of the name with its quotation marks.
  mutating func skipName() -> Range<Int>? {
    skipBlank()
    let start = position
    guard skipString() else { return nil }
    let name = start..<position
    return skip(":") ? name : nil
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
