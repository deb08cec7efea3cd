extension UnsafeRawBufferPointer {
  /// Returns the index of the next byte that is not plain. Looks at eight bytes at a time.
  func plainEnd(from start: Int, isCDATA: Bool) -> Int {
    var index = start
    while index + 8 <= count {
      let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // The high bit is set for bytes above 0x7F, below 0x20 and equal to `]`, and perhaps for those that follow one.
      var found = word | (word &- 0x20 * ones) | ((word ^ 0x5D * ones) &- ones)
      if !isCDATA { found |= ((word ^ 0x26 * ones) &- ones) | ((word ^ 0x3C * ones) &- ones) }
      found &= 0x80 * ones
      guard found != 0 else {
        index += 8
        continue
      }
      index += found.trailingZeroBitCount / 8
      if !isPlain(self[index], isCDATA) { return index }
      index += 1
    }
    while index < count, isPlain(self[index], isCDATA) { index += 1 }
    return index
  }

  /// Returns whether a text is at an index.
  func has(_ index: Int, _ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard index + length <= count else { return false }
    for offset in 0..<length where self[index + offset] != text.utf8Start[offset] { return false }
    return true
  }

  /// Returns whether an element follows an index, after optional white space.
  func beginsElement(after index: Int) -> Bool {
    let rest = self[(index + 1)...].drop { $0 <= 0x20 }.prefix(2)
    return rest.count == 2 && rest.first == UInt8(ascii: "<") && rest.last?.beginsName == true
  }

  private func isPlain(_ byte: UInt8, _ isCDATA: Bool) -> Bool {
    switch byte {
    case 0x0A, 0x09, 0x0D: true
    case UInt8(ascii: "]"): false
    case UInt8(ascii: "&"), UInt8(ascii: "<"): isCDATA
    default: (0x20..<0x80).contains(byte)
    }
  }
}

extension UInt8 {
  /// Whether the byte needs no look in a start tag.
  var isPlainInTag: Bool {
    switch self {
    case 0x0A, 0x09, 0x0D: true
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "<"),
      UInt8(ascii: "&"):
      false
    default: (0x20..<0x80).contains(self)
    }
  }

  /// Whether the byte can continue a name.
  var continuesName: Bool {
    switch self {
    case ...0x20, UInt8(ascii: "/"), UInt8(ascii: "<"), UInt8(ascii: ">"): false
    default: true
    }
  }

  /// Whether the byte can begin the name of an element. Names in feeds begin with ASCII letters or `_`. libxml2 ends
  /// the document at anything that is not a name.
  var beginsName: Bool {
    (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self == UInt8(ascii: "_")
  }
}

private let ones: UInt64 = 0x0101_0101_0101_0101

/// Returns the length of the character that begins with a byte above 0x7F; nil if the bytes are not valid UTF-8.
func multibyteLength(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int? {
  var parser = UTF8.ForwardParser()
  var rest = bytes[index...].makeIterator()
  guard case .valid(let character) = parser.parseScalar(from: &rest) else { return nil }
  return character.count
}

/// Returns the number of multibyte UTF-8 sequences, and of bytes above 0x7F outside of them. A character that is cut
/// off by the end counts as neither.
func multibyteSequences(in bytes: UnsafeRawBufferPointer) -> (valid: Int, invalid: Int) {
  var valid = 0
  var invalid = 0
  var index = 0
  while index < bytes.count {
    if index + 8 <= bytes.count,
      bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      index += 8
      continue
    }
    guard bytes[index] >= 0x80 else {
      index += 1
      continue
    }
    if let length = multibyteLength(bytes, at: index) {
      valid += 1
      index += length
    } else {
      if bytes.count - index >= 4 || bytes[index] < 0xC2 { invalid += 1 }
      index += 1
    }
  }
  return (valid, invalid)
}
