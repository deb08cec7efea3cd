/// Characters whose numbers, taken as bytes, are one character in UTF-8.
struct Misread {
  var range: Range<Int>
  var scalar: Unicode.Scalar
  /// Whether one of the characters is a C1 control.
  var holdsControl: Bool
  /// Whether the same characters may have been meant: the last letter of a word in capitals and a sign (`CAFÉ®`).
  var isDoubtful: Bool
}

/// All of them in a text, from left to right.
func sequences(in scalars: [Unicode.Scalar]) -> [Misread] {
  var found: [Misread] = []
  var index = 0
  while index < scalars.count {
    if let sequence = sequence(in: scalars, at: index) {
      found.append(sequence)
      index = sequence.range.upperBound
    } else {
      index += 1
    }
  }
  return found
}

private func sequence(in scalars: [Unicode.Scalar], at start: Int) -> Misread? {
  let length: Int
  switch scalars[start].value {
  case 0xC2...0xDF: length = 2
  case 0xE0...0xEF: length = 3
  case 0xF0...0xF4: length = 4
  default: return nil
  }
  let part = scalars[start...].prefix(length)
  let bytes = part.compactMap { UInt8(exactly: $0.value) }
  guard bytes.count == length, let text = String(validating: bytes, as: UTF8.self),
    let scalar = text.unicodeScalars.first
  else { return nil }
  // Â and Ã begin what is meant to be Latin-1; no word ends with Â or Ã before a sign.
  let followsCapital = start > 0 && scalars[start - 1].properties.isUppercase
  return Misread(
    range: part.indices, scalar: scalar, holdsControl: bytes.contains { (0x80...0x9F).contains($0) },
    isDoubtful: followsCapital && length == 2 && bytes[0] > 0xC3)
}
