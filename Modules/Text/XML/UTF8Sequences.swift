/// Returns the length of the character that begins with a byte above 0x7F; nil if the bytes are not valid UTF-8.
func multibyteLength(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int? {
  let first = bytes[index]
  let length: Int
  // Source: the Unicode Standard, table 3-7.
  var second: ClosedRange<UInt8> = 0x80...0xBF
  switch first {
  case 0xC2...0xDF: length = 2
  case 0xE0...0xEF:
    length = 3
    if first == 0xE0 { second = 0xA0...0xBF }
    if first == 0xED { second = 0x80...0x9F }
  case 0xF0...0xF4:
    length = 4
    if first == 0xF0 { second = 0x90...0xBF }
    if first == 0xF4 { second = 0x80...0x8F }
  default: return nil
  }
  guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
  if length > 2, bytes[index + 2] & 0xC0 != 0x80 { return nil }
  if length > 3, bytes[index + 3] & 0xC0 != 0x80 { return nil }
  return length
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
