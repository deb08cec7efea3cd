// Search for words in titles and texts, whatever their case and accents.

/// Looking for words in titles as people type them: `banh mi` finds *Bánh mì*.
public enum TextSearch {
  /// The text without the differences that people do not type: between capitals and small letters (`ß` is `ss`, `ς` is
  /// `σ`, `İ` and `ı` are `i`), letters with and without accents (`ø` is `o`, `æ` is `ae`), ligatures, full-width and
  /// other forms of a character, curved and straight quotes, long and short dashes. What is not seen goes: soft hyphens,
  /// joiners, variation selectors.
  ///
  /// Accents are the marks of Latin, Greek and Cyrillic, and the points of Hebrew, Arabic and Syriac. Marks that are
  /// vowels, tones or letters stay: those of Indic scripts and of Thai, the voiced kana, Hangul, `й`.
  ///
  /// Texts that are canonically equivalent, as NFC and NFD of a text are, have the same folded text, and folding a folded
  /// text changes nothing. In linear time.
  public static func folded(_ text: String) -> String {
    var text = text
    if let folded = text.withUTF8(lowercasedASCII) { return folded.isEmpty ? text : folded }
    return FoldedText(text, .everything).string
  }

  /// The text with its letters as they are without accents: `ễ` is `e`, `Ø` is `O`. Capitals stay.
  public static func withoutAccents(_ text: String) -> String {
    FoldedText(text, Folding(ignoresCase: false, ignoresAccents: true)).string
  }
}

/// ASCII in lower case, empty if it is already; `nil` if it is not all ASCII.
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
