/// A search pattern of scalars. The search time depends only on the length of the text (Knuth, Morris and Pratt, "Fast
/// pattern matching in strings", 1977).
struct Pattern: Hashable, Sendable {
  let scalars: [Unicode.Scalar]
  /// The number of scalars that still match after a mismatch, for each number that matched before, from 1 on.
  private let fallbacks: [Int]
  /// Whether a match must not be followed by an accent, which would change its last character.
  let wholeCharacters: Bool

  /// - Parameter scalars: The scalars to search, at least one.
  init(_ scalars: [Unicode.Scalar], wholeCharacters: Bool) {
    self.scalars = scalars
    self.wholeCharacters = wholeCharacters
    var fallbacks = [0]
    for index in scalars.indices.dropFirst() {
      fallbacks.append(Self.step(from: fallbacks[index - 1], scalars[index], scalars, fallbacks))
    }
    self.fallbacks = fallbacks
  }

  /// Returns the number of matching scalars if `found` matched and `next` follows.
  private static func step(
    from found: Int, _ next: Unicode.Scalar, _ scalars: [Unicode.Scalar], _ fallbacks: [Int]
  ) -> Int {
    var found = found
    while found == scalars.count || scalars[found] != next {
      if found == 0 { return 0 }
      found = fallbacks[found - 1]
    }
    return found + 1
  }

  func isFound(in text: some Sequence<Unicode.Scalar>) -> Bool {
    var found = false
    search(text) { _ in
      found = true
      return false
    }
    return found
  }

  /// Returns the ranges of all matches that do not overlap.
  func ranges(in text: some Sequence<Unicode.Scalar>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    search(text) { end in
      let start = end - scalars.count
      if start >= ranges.last?.upperBound ?? 0 { ranges.append(start..<end) }
      return true
    }
    return ranges
  }

  /// Calls `body` with the end of each match until it returns false.
  @inline(__always)
  private func search(_ text: some Sequence<Unicode.Scalar>, _ body: (Int) -> Bool) {
    var found = 0
    var index = 0
    for scalar in text {
      if found == scalars.count, !(wholeCharacters && Folding.isAccent(scalar)), !body(index) { return }
      found = Self.step(from: found, scalar, scalars, fallbacks)
      index += 1
    }
    if found == scalars.count { _ = body(index) }
  }
}
