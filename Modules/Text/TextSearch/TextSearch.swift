// Search for words in titles and texts, whatever their case and accents.

/// Functions to search titles for words as people type them: `banh mi` finds *Bánh mì*.
public enum TextSearch {
  /// Returns the text without the differences that people do not type. Upper and lower case are the same (`ß` is `ss`,
  /// `ς` is `σ`, `İ` and `ı` are `i`), and so are letters with and without accents (`ø` is `o`, `æ` is `ae`),
  /// ligatures, full-width and other forms of a character, curved and straight quotes, long and short dashes. Invisible
  /// characters are removed: soft hyphens, joiners, variation selectors.
  ///
  /// Accents are the marks of Latin, Greek and Cyrillic, and the points of Hebrew, Arabic and Syriac. Marks that are
  /// vowels, tones or letters remain: those of Indic scripts and of Thai, the voiced kana, Hangul, `й`.
  ///
  /// Canonically equivalent texts, such as the NFC and NFD of a text, have the same folded text. Folding a folded text
  /// again changes nothing. Takes linear time.
  public static func folded(_ text: String) -> String {
    var text = text
    if let folded = text.withUTF8(lowercasedASCII) { return folded.isEmpty ? text : folded }
    return FoldedText(text, .everything).string
  }

  /// Returns the text without accents: `ễ` becomes `e`, `Ø` becomes `O`. Upper and lower case remain.
  public static func withoutAccents(_ text: String) -> String {
    FoldedText(text, Folding(ignoresCase: false, ignoresAccents: true)).string
  }
}

/// Returns ASCII in lower case, or an empty string if it is already; `nil` if the text is not all ASCII.
private func lowercasedASCII(_ text: UnsafeBufferPointer<UInt8>) -> String? {
  var all: UInt8 = 0
  var hasCapital = false
  for byte in text {
    all |= byte
    hasCapital = hasCapital || isCapital(byte)
  }
  guard all < 0x80 else { return nil }
  guard hasCapital else { return "" }
  return String(unsafeUninitializedCapacity: text.count) { folded in
    for index in text.indices {
      folded.initializeElement(at: index, to: lowercased(text[index]))
    }
    return text.count
  }
}
