/// A word of a query.
struct Word: Hashable, Sendable {
  /// Which differences are ignored when looking for it.
  let folding: Folding
  /// It when all differences are ignored.
  let folded: String
  /// It when all differences are ignored.
  let pattern: Pattern
  /// It as it was typed, if that is something else: only such differences are ignored as were not typed.
  let exact: Pattern?

  /// `nil` where nothing would be looked for: a word of accents alone.
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

  /// What to look for in a text that is folded by `folding`.
  var typed: Pattern { exact ?? pattern }

  /// Whether a text in which the folded word was found holds it as it was typed.
  func isExactly(in text: String) -> Bool {
    exact?.isFound(in: FoldedText(text, folding).scalars) ?? true
  }
}
