extension TextLayout {
  /// Returns the number of terminal cells of a text, whose characters are extended grapheme clusters
  /// (UAX #29). Ambiguous characters count as narrow.
  public static func width(of text: String) -> Int { width(of: text[...]) }

  /// Returns the number of terminal cells of a part of a text.
  public static func width(of text: Substring) -> Int {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
    let scalars = text.unicodeScalars
    var width = 0
    var index = text.startIndex
    while index < text.endIndex {
      let next = scalars.index(after: index)
      if let simple = simpleWidth(of: scalars[index]),
        next == text.endIndex || simpleWidth(of: scalars[next]) != nil
      {
        width += simple
        index = next
      } else {
        width += self.width(of: text[index])
        index = text.index(after: index)
      }
    }
    return width
  }

  /// Returns the number of terminal cells of the character.
  ///
  /// - 2 for East Asian wide and fullwidth characters (UAX #11) and for emoji: by themselves, with VS16, a skin colour or
  ///   ZWJ, in flags and keycaps (UTS #51). VS15 makes an emoji narrow.
  /// - 0 for combining marks, format characters and others without a cell of their own.
  /// - Otherwise the sum over its scalars, as in terminals that do not know clusters: vowel signs of Indic scripts
  ///   take a cell. A conjoining Hangul syllable has the width of its leading consonant.
  public static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    let second = scalars.index(after: scalars.startIndex)
    guard second < scalars.endIndex else { return width(of: first) }
    if let emoji = emojiWidth(first: first, rest: scalars[second...]) { return emoji }
    return scalars.reduce(0) { $0 + width(of: $1) }
  }

  /// Returns the width of an emoji of several scalars; nil for other clusters.
  private static func emojiWidth(first: Unicode.Scalar, rest: Substring.UnicodeScalarView) -> Int? {
    if first.isRegionalIndicator { return rest.first?.isRegionalIndicator == true ? 2 : nil }
    guard first.properties.isEmoji else { return nil }
    var isPicture = first.properties.isEmojiPresentation
    for scalar in rest {
      switch scalar.value {
      case 0xFE0E: isPicture = false
      case 0xFE0F, 0x1F3FB...0x1F3FF: isPicture = true
      case 0x200D where first.value > 0x7F: isPicture = true
      default: break
      }
    }
    return isPicture ? 2 : rest.first?.value == 0xFE0E ? 1 : nil
  }

  /// Returns the width of a single scalar.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x7E: return 1
    case 0x00...0x9F: return 0
    case 0xAD: return 1  // SOFT HYPHEN, which xterm and wcwidth show as a hyphen.
    case 0xA0...0x2FF: return 1
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0  // Vowels and final consonants of conjoining Hangul.
    case 0x1F1E6...0x1F1FF: return 1  // Half of a flag.
    default: break
    }
    if isWide(scalar.value) { return 2 }
    let properties = scalar.properties
    return switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: 0
    case .format: scalar.isPrependedNumberSign ? 1 : 0
    case .unassigned where properties.isDefaultIgnorableCodePoint: 0
    default: properties.isEmojiPresentation ? 2 : 1
    }
  }

  /// Returns whether a scalar is wide by the table or, for emoji of a newer Unicode, by its properties.
  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = wideRanges.count / 2
    while low < high {
      let middle = (low + high) / 2
      if value > wideRanges[2 * middle + 1] { low = middle + 1 } else { high = middle }
    }
    return 2 * low < wideRanges.count && value >= wideRanges[2 * low]
  }
}

extension Unicode.Scalar {
  fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether the scalar is one of the few visible format characters: the sign before an Arabic or Indic number.
  fileprivate var isPrependedNumberSign: Bool {
    switch value {
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD: true
    default: false
    }
  }
}

extension TextLayout {
  /// The width of a scalar on which all terminals agree, and which never joins with another such scalar: ASCII, the
  /// letters and lines of the old national sets, ideographs, kana and Hangul syllables. Nil for all others, such as
  /// combining marks, emoji, and scripts that join letters or run from right to left.
  public static func simpleWidth(of scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x20...0x7E: 1
    case 0xAD: nil
    case 0xA1...0x2FF, 0x370...0x482, 0x2010...0x2027, 0x2190...0x2193, 0x2500...0x25A1, 0x25B2...0x25BD: 1
    case 0x3001...0x3029, 0x3041...0x3096, 0x309B...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: 2
    default: nil
    }
  }
}
