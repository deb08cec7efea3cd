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
  var (valid, invalid) = (0, 0)
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
