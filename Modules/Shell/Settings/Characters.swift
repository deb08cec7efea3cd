import Essentials

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
