import Essentials

extension Unicode.Scalar {
  var isDigit: Bool { ("0"..."9").contains(self) }

  /// The value of a hexadecimal digit.
  var hexadecimal: UInt32? {
    switch self {
    case "0"..."9": value - 0x30
    case "a"..."f": value - 0x57
    case "A"..."F": value - 0x37
    default: nil
    }
  }

  var startsNumber: Bool { isDigit || self == "-" || self == "+" || self == "." }

  var endsLine: Bool { self == "\n" || self == "\r" || self == "\u{2028}" || self == "\u{2029}" }

  /// Whether the character is white space or the end of a line, as JSON5 defines them.
  var isBlank: Bool {
    switch self {
    case "\t", "\u{B}", "\u{C}", " ", "\u{A0}", "\u{FEFF}": true
    case _ where endsLine: true
    default: value > 0x7F && properties.generalCategory == .spaceSeparator
    }
  }

  /// Whether a key without quotes may begin with this character.
  var startsName: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "$", "_": true
    case _ where isASCII: false
    default:
      switch properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: true
      default: false
      }
    }
  }

  /// Whether a key without quotes may contain this character.
  var continuesName: Bool {
    if startsName || isDigit || self == "\u{200C}" || self == "\u{200D}" { return true }
    guard !isASCII else { return false }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: true
    default: false
    }
  }

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
