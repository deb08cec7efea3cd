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
