import Essentials

extension JSON5 {
  /// A parser for JSON5, in one pass from the front to the end.
  struct Parser {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line = 1

    init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func advance() {
      // CR LF ends one line.
      if next == "\n" || (next == "\r" && !(index + 1 < scalars.count && scalars[index + 1] == "\n")) { line += 1 }
      index += 1
    }

    /// Skips a character if it is the next one; returns whether it was.
    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard next == scalar else { return false }
      advance()
      return true
    }

    func expected(_ what: String) -> Problem { Problem(line: line, message: "expected \(what), found \(found)") }

    /// A description of the next character, or the whole next word.
    private var found: String {
      guard let next else { return "the end of the file" }
      let word = scalars[index...].prefix(24).prefix { $0.continuesName }
      return word.isEmpty ? next.inWords : String(String.UnicodeScalarView(word))
    }

    mutating func document() throws(Problem) -> JSON5? {
      try skipBlanks()
      guard next != nil else { return nil }
      let value = try value(depth: 0)
      try skipBlanks()
      guard next == nil else { throw expected("the end of the file") }
      return value
    }

    private mutating func value(depth: Int) throws(Problem) -> JSON5 {
      guard depth < JSON5.depthLimit else {
        throw Problem(line: line, message: "this is nested deeper than \(JSON5.depthLimit) levels")
      }
      let start = line
      switch next {
      case "{":
        let members = try list(until: "}") { parser throws(Problem) in try parser.member(depth: depth) }
        return JSON5(.object(members), line: start)
      case "[":
        let elements = try list(until: "]") { parser throws(Problem) in try parser.value(depth: depth + 1) }
        return JSON5(.array(elements), line: start)
      case "\"", "'": return JSON5(.text(try text()), line: start)
      case let next? where next.startsNumber: return JSON5(.number(try number()), line: start)
      default:
        let word = String(String.UnicodeScalarView(scalars[index...].prefix { $0.continuesName }))
        let literals: [String: Content] = [
          "true": .boolean(true), "false": .boolean(false), "null": .null, "Infinity": .number(.infinity),
          "NaN": .number(.nan),
        ]
        guard let literal = literals[word] else {
          throw expected(word.isEmpty ? "a value" : "a value (text stands in quotes)")
        }
        index += word.unicodeScalars.count
        return JSON5(literal, line: start)
      }
    }

    /// Reads the elements of an array or the members of an object, up to a bracket.
    private mutating func list<Element>(
      until end: Unicode.Scalar, _ element: (inout Self) throws(Problem) -> Element
    ) throws(Problem) -> [Element] {
      var elements: [Element] = []
      advance()
      try skipBlanks()
      while !take(end) {
        elements.append(try element(&self))
        try skipBlanks()
        if take(",") { try skipBlanks() } else if next != end { throw expected(", or \(end)") }
      }
      return elements
    }

    private mutating func member(depth: Int) throws(Problem) -> Member {
      let start = line
      let key = try key()
      try skipBlanks()
      guard take(":") else { throw expected(": after \(key.harmless)") }
      try skipBlanks()
      return Member(key: key, line: start, value: try value(depth: depth + 1))
    }

    private mutating func key() throws(Problem) -> String {
      if next == "\"" || next == "'" { return try text() }
      var key = String.UnicodeScalarView()
      while let written = next, written.continuesName || written == "\\" {
        let scalar = written == "\\" ? try escapedName() : written
        guard key.isEmpty ? scalar.startsName : scalar.continuesName else { throw expected("a key or }") }
        if written != "\\" { advance() }
        key.append(scalar)
      }
      guard !key.isEmpty else { throw expected("a key or }") }
      return String(key)
    }

    private mutating func skipBlanks() throws(Problem) {
      while let next {
        if next.isBlank {
          advance()
        } else if next == "/" {
          try skipComment()
        } else {
          return
        }
      }
    }

    private mutating func skipComment() throws(Problem) {
      let start = line
      advance()
      if take("/") {
        while let next, !next.endsLine { advance() }
        return
      }
      guard take("*") else { throw expected("/ or * of a comment") }
      while next != nil {
        let isStar = take("*")
        if isStar, take("/") { return }
        if !isStar { advance() }
      }
      throw Problem(line: start, message: "the comment that begins here does not end; */ ends it")
    }

    /// Reads a text in single or double quotes.
    private mutating func text() throws(Problem) -> String {
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
      throw Problem(line: start, message: "the text that begins here has no quote at its end")
    }

    /// Reads the character after a backslash; returns nil for a line continuation.
    private mutating func escaped() throws(Problem) -> Unicode.Scalar? {
      guard let scalar = next else { throw expected("a character after \\") }
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
      case "0"..."9": throw Problem(line: line, message: "a digit cannot stand after \\ in a text")
      case "\r":
        _ = take("\n")
        return nil
      case _ where scalar.endsLine: return nil
      default: return scalar
      }
    }

    /// Reads an escaped character of a key: `\u0041`.
    private mutating func escapedName() throws(Problem) -> Unicode.Scalar {
      advance()
      guard next == "u" else { throw expected("u after \\ in a name") }
      return try unicode()
    }

    /// Reads `u` and four digits. Characters beyond U+FFFF are two escapes, a surrogate pair.
    private mutating func unicode() throws(Problem) -> Unicode.Scalar {
      advance()
      let first = try digits(4)
      if let scalar = Unicode.Scalar(first) { return scalar }
      if first < 0xDC00, take("\\"), next == "u" {
        advance()
        let second = try digits(4)
        let whole = (first - 0xD800) << 10 + second &- 0xDC00 &+ 0x10000
        if (0xDC00...0xDFFF).contains(second), let scalar = Unicode.Scalar(whole) { return scalar }
      }
      throw Problem(line: line, message: "\\u\(String(first, radix: 16)) is only half a character")
    }

    private mutating func digits(_ count: Int) throws(Problem) -> UInt32 {
      var number: UInt32 = 0
      for _ in 0..<count {
        guard let digit = next?.hexadecimal else { throw expected("\(count) hexadecimal digits") }
        number = number << 4 + digit
        advance()
      }
      return number
    }

    /// Reads a number: `-1`, `+.5`, `5.`, `1e3`, `0x1F`, `-Infinity`.
    private mutating func number() throws(Problem) -> Double {
      let problem = expected("a number such as 2.5")
      let isNegative = next == "-"
      if next == "-" || next == "+" { advance() }
      let written = scalars[index...].prefix { $0.continuesName || $0.startsNumber }
      guard let number = Self.magnitude(String(String.UnicodeScalarView(written))) else { throw problem }
      index = written.endIndex
      return isNegative ? -number : number
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
}

extension Unicode.Scalar {
  var isDigit: Bool { ("0"..."9").contains(self) }

  /// The value of a hexadecimal digit.
  var hexadecimal: UInt32? { isASCII ? Character(self).hexDigitValue.map(UInt32.init) : nil }

  var startsNumber: Bool { isDigit || self == "-" || self == "+" || self == "." }

  var endsLine: Bool { self == "\n" || self == "\r" || self == "\u{2028}" || self == "\u{2029}" }

  /// Whether the character is white space or the end of a line, as JSON5 defines them: as Unicode does, but for two.
  var isBlank: Bool { self == "\u{FEFF}" || properties.isWhitespace && self != "\u{85}" }

  /// Whether a key without quotes may begin with this character, as ECMAScript defines it.
  var startsName: Bool { self == "$" || self == "_" || properties.isIDStart }

  /// Whether a key without quotes may contain this character.
  var continuesName: Bool { startsName || self == "\u{200C}" || self == "\u{200D}" || properties.isIDContinue }

  /// The character, or a description of an invisible one: "U+0007".
  var inWords: String {
    if endsLine { return "the end of the line" }
    return isVisible ? String(self) : "U+\(value.hexadecimal(digits: 4, uppercase: true))"
  }

  private var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator:
      false
    default: true
    }
  }
}

extension String {
  /// The first 40 characters, with control characters described, so that a terminal can print it.
  var harmless: String {
    unicodeScalars.prefix(40).map { $0 == " " ? " " : $0.inWords }.joined()
  }
}
