import TextSearch

/// Words or phrases, found whatever their case and accents.
///
/// A word is found where a word of the text begins with it: `ad` is in "Ads", not in "roads". In scripts without spaces
/// between words, and where it begins with a sign, it may be anywhere.
struct WordList: Sendable {
  private let words: [[Unicode.Scalar]]

  init(_ words: [String]) { self.words = words.map { FoldedWords($0).scalars }.filter { !$0.isEmpty } }

  var isEmpty: Bool { words.isEmpty }

  /// Returns whether a text contains one of the words.
  func isAny(in text: FoldedWords) -> Bool { words.contains { text.contains($0) } }
}

/// A text without the differences that a search ignores, with single spaces.
struct FoldedWords {
  let scalars: [Unicode.Scalar]

  init(_ text: String) {
    let words = TextSearch.folded(text).unicodeScalars.split { $0.properties.isWhitespace }
    scalars = Array(words.joined(separator: [" "]))
  }

  func contains(_ word: [Unicode.Scalar]) -> Bool {
    guard let first = word.first, scalars.count >= word.count else { return false }
    for start in 0...scalars.count - word.count where scalars[start] == first {
      if start > 0, first.isSpaced, scalars[start - 1].isSpaced { continue }
      if scalars[start..<start + word.count].elementsEqual(word) { return true }
    }
    return false
  }
}

extension Unicode.Scalar {
  /// Whether this is a digit, or a letter of a script with spaces between words.
  fileprivate var isSpaced: Bool {
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .decimalNumber: true
    default: false
    }
  }
}
