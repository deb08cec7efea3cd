extension JSON5.Parser {
  /// Reads a text in single or double quotes.
  mutating func text() throws(JSON5.Problem) -> String {
    let start = line
    let quote = next
    advance()
    var text = String.UnicodeScalarView()
    while let scalar = next, scalar != "\n", scalar != "\r" {
      advance()
      switch scalar {
      case quote: return String(text)
      case "\\": if let scalar = try escaped() { text.append(scalar) }
      default: text.append(scalar)
      }
    }
    throw JSON5.Problem(line: start, message: "the text that begins here has no quote at its end")
  }

  /// Reads the character after a backslash; returns nil for a line continuation.
  private mutating func escaped() throws(JSON5.Problem) -> Unicode.Scalar? {
    guard let scalar = next else { throw expected("a character behind \\") }
    if scalar == "u" { return try unicode() }
    advance()
    switch scalar {
    case "b": return "\u{8}"
    case "t": return "\t"
    case "n": return "\n"
    case "v": return "\u{B}"
    case "f": return "\u{C}"
    case "r": return "\r"
    case "x": return Unicode.Scalar(UInt8(try digits(2)))
    case "0" where !(next?.isDigit ?? false): return "\0"
    case "0"..."9": throw JSON5.Problem(line: line, message: "a digit cannot stand behind \\ in a text")
    case "\r":
      _ = take("\n")
      return nil
    case _ where scalar.endsLine: return nil
    default: return scalar
    }
  }

  /// Reads an escaped character of a key: `\u0041`.
  mutating func escapedName() throws(JSON5.Problem) -> Unicode.Scalar {
    advance()
    guard next == "u" else { throw expected("u behind \\ in a name") }
    return try unicode()
  }

  /// Reads `u` and four digits. Characters beyond U+FFFF are two escapes, a surrogate pair.
  private mutating func unicode() throws(JSON5.Problem) -> Unicode.Scalar {
    advance()
    let first = try digits(4)
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, take("\\"), next == "u" {
      advance()
      let second = try digits(4)
      let whole = (first - 0xD800) << 10 + second &- 0xDC00 &+ 0x10000
      if (0xDC00...0xDFFF).contains(second), let scalar = Unicode.Scalar(whole) { return scalar }
    }
    throw JSON5.Problem(line: line, message: "\\u\(String(first, radix: 16)) is only half a character")
  }

  private mutating func digits(_ count: Int) throws(JSON5.Problem) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<count {
      guard let digit = next?.hexadecimal else { throw expected("\(count) hexadecimal digits") }
      number = number << 4 + digit
      advance()
    }
    return number
  }

  /// Reads a number: `-1`, `+.5`, `5.`, `1e3`, `0x1F`, `-Infinity`.
  mutating func number() throws(JSON5.Problem) -> Double {
    let problem = JSON5.Problem(line: line, message: expected("a number such as 2.5").message)
    let isNegative = next == "-"
    if next == "-" || next == "+" { advance() }
    var text = ""
    while let scalar = next, scalar.continuesName || scalar == "." || isSign(scalar, behind: text) {
      text.unicodeScalars.append(scalar)
      advance()
    }
    guard let number = Self.magnitude(text) else { throw problem }
    return isNegative ? -number : number
  }

  /// Returns whether a sign belongs to the exponent of a number.
  private func isSign(_ scalar: Unicode.Scalar, behind text: String) -> Bool {
    (scalar == "-" || scalar == "+") && (text.hasSuffix("e") || text.hasSuffix("E"))
      && !text.lowercased().hasPrefix("0x")
  }

  private static func magnitude(_ text: String) -> Double? {
    if text == "Infinity" { return .infinity }
    if text == "NaN" { return .nan }
    let scalars = Array(text.unicodeScalars)
    // `Double` also reads "inf", "1p3", "0x1p3" and "007", which are not JSON5.
    let isHexadecimal = text.lowercased().hasPrefix("0x")
    let isNumber =
      isHexadecimal
      ? scalars.dropFirst(2).allSatisfy { $0.hexadecimal != nil }
      : scalars.allSatisfy { $0.isDigit || ".eE+-".unicodeScalars.contains($0) }
        && !(scalars.count > 1 && scalars[0] == "0" && scalars[1].isDigit)
    return isNumber ? Double(text.lowercased()) : nil
  }
}
