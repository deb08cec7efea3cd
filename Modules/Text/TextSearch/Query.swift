extension TextSearch {
  /// A search query. It matches texts that contain all of its words, in any order, also as parts of longer words.
  ///
  /// If a word is typed with a capital, the search for it distinguishes upper and lower case. If it is typed with an
  /// accent, the search distinguishes accents. The empty query matches everything. No character has a special meaning.
  public struct Query: Hashable, Sendable {
    let words: [Word]

    /// Creates a query from words separated by white space.
    public init(_ text: String) {
      var seen: Set<Word> = []
      words = text.unicodeScalars.split { $0.properties.isWhitespace }
        .compactMap { Word(Substring($0)) }
        .filter { seen.insert($0).inserted }
    }

    /// Creates a query for a phrase, including its spaces.
    public init(phrase: String) {
      words = Word(Substring(phrase)).map { [$0] } ?? []
    }

    /// Whether the query has no words, so that it matches everything.
    public var isEmpty: Bool { words.isEmpty }

    /// The words as `folded(_:)` returns them. The folded form of every matching text contains all of them. A word that
    /// was typed with and without a capital or an accent is in the array twice.
    public var foldedWords: [String] { words.map(\.folded) }

    /// Whether a text that contains all of `foldedWords` may still not match, because a capital or an accent was typed.
    public var needsExactCheck: Bool { words.contains { $0.exact != nil } }

    /// Whether a folded text contains all of `foldedWords`, as a database can check.
    public func mayMatch(folded text: String) -> Bool {
      words.allSatisfy { $0.pattern.isFound(in: text.unicodeScalars) }
    }

    /// Whether the text contains all words as they were typed.
    public func matches(_ original: String) -> Bool {
      mayMatch(folded: TextSearch.folded(original)) && words.allSatisfy { $0.isExactly(in: original) }
    }

    /// Returns the ranges of the words in a matching text, for highlighting. They consist of whole characters, are in
    /// order, and neither overlap nor touch. Empty if the text does not match.
    public func ranges(in original: String) -> [Range<String.Index>] {
      guard !isEmpty, matches(original) else { return [] }
      let foldings = Dictionary(grouping: words, by: \.folding)
      let found = foldings.flatMap { folding, words in
        let text = FoldedText(characters: original, folding)
        return words.flatMap { word in
          word.typed.ranges(in: text.scalars).compactMap { text.sources[$0].bounds }
        }
      }
      let indices = Array(original.indices) + [original.endIndex]
      return RangeSet(found).ranges.map { indices[$0.lowerBound]..<indices[$0.upperBound] }
    }
  }
}

extension Collection<Int> {
  /// The range from the lowest to the highest number; nil if there are none.
  fileprivate var bounds: Range<Int>? {
    guard let lowest = self.min(), let highest = self.max() else { return nil }
    return lowest..<highest + 1
  }
}

/// A word of a query.
struct Word: Hashable, Sendable {
  /// The differences that are ignored when searching the word as it was typed.
  let folding: Folding
  /// The word with all differences ignored.
  let folded: String
  /// The pattern of the word with all differences ignored.
  let pattern: Pattern
  /// The pattern of the word as it was typed; nil if it is the same as `pattern`. It ignores case only if no capital
  /// was typed, and accents only if none was typed.
  let exact: Pattern?

  /// Creates a word; `nil` if nothing of it remains, as of a word of accents alone.
  init?(_ text: Substring) {
    let folded = FoldedText(text, .everything)
    guard !folded.scalars.isEmpty else { return nil }
    let hasCapital = FoldedText(text, Folding(ignoresCase: false, ignoresAccents: true)).scalars != folded.scalars
    let hasAccent = FoldedText(text, Folding(ignoresCase: true, ignoresAccents: false)).scalars != folded.scalars
    folding = Folding(ignoresCase: !hasCapital, ignoresAccents: !hasAccent)
    self.folded = folded.string
    pattern = Pattern(folded.scalars, wholeCharacters: false)
    exact = hasCapital || hasAccent ? Pattern(FoldedText(text, folding).scalars, wholeCharacters: hasAccent) : nil
  }

  /// The pattern to search in a text folded by `folding`.
  var typed: Pattern { exact ?? pattern }

  /// Whether a text that contains the folded word also contains it as it was typed.
  func isExactly(in text: String) -> Bool {
    exact?.isFound(in: FoldedText(text, folding).scalars) ?? true
  }
}
