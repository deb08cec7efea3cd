/// Text that was decoded with the wrong character encoding.
public enum Mojibake {
  /// Returns the text as it was meant, if it is certain that UTF-8 was read as Latin-1 (`Ã©` for `é`), or Windows-1252
  /// was read as Latin-1 (a control character in place of a dash); the same text otherwise.
  ///
  /// Only Latin-1 is undone. Text that went through Windows-1252 holds printed characters (`â€œ`), which somebody may have
  /// typed; what went through Latin-1 almost always holds C1 control characters, which nobody types.
  public static func mended(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    let scalars = Array(text.unicodeScalars)
    let misread = sequences(in: scalars)
    var result = String.UnicodeScalarView()
    var index = 0
    for sequence in isCertain(misread, in: scalars) ? misread : [] {
      result += scalars[index..<sequence.range.lowerBound].map(meant)
      result.append(meant(sequence.scalar))
      index = sequence.range.upperBound
    }
    return String(result + scalars[index...].map(meant))
  }

  /// Returns the character of a byte in Windows-1252, as browsers read it (WHATWG Encoding Standard, 9). The five bytes
  /// without a character, and all outside of 0x80 to 0x9F, stand for the character with their number.
  public static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? printed[Int(byte - 0x80)] : Unicode.Scalar(byte)
  }

  private static let printed = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  /// Returns the character that was meant, which is never a C1 control.
  private static func meant(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    UInt8(exactly: scalar.value).map(windows1252) ?? scalar
  }

  /// Returns whether a text was certainly misread: a sequence contains a C1 control, or all non-ASCII characters belong to
  /// sequences.
  private static func isCertain(_ sequences: [Misread], in scalars: [Unicode.Scalar]) -> Bool {
    if sequences.contains(where: { $0.holdsControl && !$0.isDoubtful }) { return true }
    let misread = sequences.reduce(0) { $0 + $1.range.count }
    return misread == scalars.count { !$0.isASCII } && !sequences.contains(where: \.isDoubtful)
  }
}

/// Some characters whose numbers, read as bytes, are one character in UTF-8.
struct Misread {
  var range: Range<Int>
  var scalar: Unicode.Scalar
  /// Whether one of the characters is a C1 control.
  var holdsControl: Bool
  /// Whether the characters may be meant as they are: a capital letter at the end of a word in capitals, and a symbol
  /// (`CAFÉ®`).
  var isDoubtful: Bool
}

/// Returns the sequences of a text, from left to right.
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
  // A misread character begins with Â or Ã, and no word ends with one of these before a symbol.
  let followsCapital = start > 0 && scalars[start - 1].properties.isUppercase
  return Misread(
    range: part.indices, scalar: scalar, holdsControl: bytes.contains { (0x80...0x9F).contains($0) },
    isDoubtful: followsCapital && length == 2 && bytes[0] > 0xC3)
}
