/// Scalars to look for, in a time that depends on the length of the text alone, whatever the text and the pattern are
/// (Knuth, Morris and Pratt, "Fast pattern matching in strings", 1977).
struct Pattern: Hashable, Sendable {
  let scalars: [Unicode.Scalar]
  /// For each number of scalars that were found, from 1 on, how many are still found when the next is another.
  private let fallbacks: [Int]
  /// Whether what is found must not be followed by an accent, which would make its last character another.
  let wholeCharacters: Bool

  /// - Parameter scalars: At least one.
  init(_ scalars: [Unicode.Scalar], wholeCharacters: Bool) {
    self.scalars = scalars
    self.wholeCharacters = wholeCharacters
    var fallbacks = [0]
    for index in scalars.indices.dropFirst() {
      fallbacks.append(Self.step(from: fallbacks[index - 1], scalars[index], scalars, fallbacks))
    }
    self.fallbacks = fallbacks
  }

  /// How many scalars are found when `found` were, and `next` follows.
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

  /// Where it is found, no two of them overlapping.
  func ranges(in text: some Sequence<Unicode.Scalar>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    search(text) { end in
      let start = end - scalars.count
      if start >= ranges.last?.upperBound ?? 0 { ranges.append(start..<end) }
      return true
    }
    return ranges
  }

  /// Calls `body` with each place where the pattern ends, until that returns false.
  @inline(__always)
  private func search(_ text: some Sequence<Unicode.Scalar>, _ body: (Int) -> Bool) {
    var found = 0
    var place = 0
    for scalar in text {
      if found == scalars.count, !(wholeCharacters && Folding.isAccent(scalar)), !body(place) { return }
      found = Self.step(from: found, scalar, scalars, fallbacks)
      place += 1
    }
    if found == scalars.count { _ = body(place) }
  }
}
