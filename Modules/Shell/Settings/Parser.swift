extension JSON5 {
  /// A parser for JSON5, in one pass from the front to the end.
  struct Parser {
    let scalars: [Unicode.Scalar]
    private(set) var index = 0
    private(set) var line = 1

    init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    mutating func advance() {
      // CR LF ends one line.
      if next == "\n" || (next == "\r" && !(index + 1 < scalars.count && scalars[index + 1] == "\n")) { line += 1 }
      index += 1
    }

    /// Skips a character if it is the next one; returns whether it was.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
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
      guard take(":") else { throw expected(": behind \(key.harmless)") }
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
  }
}
