extension TextSearch {
  /// What somebody looks for: texts that hold all of some words, in any order, as parts of longer words too.
  ///
  /// A word that is typed with a capital is looked for as it is typed, capitals and small letters; so is one that is
  /// typed with an accent, as to its accents. The empty query matches everything. No character is special.
  public struct Query: Hashable, Sendable {
    let words: [Word]

    /// The words of what was typed, which white space separates.
    public init(_ text: String) {
      var seen: Set<Word> = []
      words = text.unicodeScalars.split { $0.properties.isWhitespace }
        .compactMap { Word(Substring($0)) }
        .filter { seen.insert($0).inserted }
    }

    /// What was typed as one word, spaces and all: it is looked for as it stands.
    public init(phrase: String) {
      words = Word(Substring(phrase)).map { [$0] } ?? []
    }

    /// Whether there is no word, so that everything matches.
    public var isEmpty: Bool { words.isEmpty }

    /// The words without the differences that `folded(_:)` ignores, each once. Every text that matches holds all of them
    /// when it is folded.
    public var foldedWords: [String] { words.map(\.folded) }

    /// Whether a text that holds all of `foldedWords` may still not match: a capital or an accent was typed.
    public var needsExactCheck: Bool { words.contains { $0.exact != nil } }

    /// Whether a folded text holds all of `foldedWords`: what a database would say.
    public func mayMatch(folded text: String) -> Bool {
      words.allSatisfy { $0.pattern.isFound(in: text.unicodeScalars) }
    }

    /// Whether the text holds all words, as they were typed.
    public func matches(_ original: String) -> Bool {
      mayMatch(folded: TextSearch.folded(original)) && words.allSatisfy { $0.isExactly(in: original) }
    }

    /// Where a text that matches holds the words, for highlighting: whole characters, in order, apart from each other.
    /// None in a text that does not match.
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
      return found.merged.map { indices[$0.lowerBound]..<indices[$0.upperBound] }
    }
  }
}

extension Collection<Int> {
  /// From the lowest to behind the highest.
  fileprivate var bounds: Range<Int>? {
    guard let lowest = self.min(), let highest = self.max() else { return nil }
    return lowest..<highest + 1
  }
}

extension [Range<Int>] {
  /// The same in order, with those that touch made one.
  fileprivate var merged: Self {
    sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, next in
      guard let last = merged.last, next.lowerBound <= last.upperBound else { return merged.append(next) }
      merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, next.upperBound)
    }
  }
}
