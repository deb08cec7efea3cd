/// Returns "; did you mean X?" with the nearest candidate, the first of several; an empty text if even that differs in
/// more than a third of the word's characters.
public func suggestion(for word: String, in candidates: [String]) -> String {
  let word = Array(word.lowercased())
  let most = word.count / 3
  let near = candidates.lazy.map { (candidate: $0, distance: distance(word, Array($0.lowercased()), most: most)) }
  guard let best = near.min(by: { $0.distance < $1.distance }), best.distance <= most else { return "" }
  return "; did you mean \(best.candidate)?"
}

/// Returns the number of characters that are inserted, deleted, replaced or moved between two words. The distance to a
/// longer word that begins with this one is zero. Distances above `most` are not exact.
private func distance(_ word: [Character], _ to: [Character], most: Int) -> Int {
  if word.count > 2, to.starts(with: word) { return 0 }
  guard abs(word.count - to.count) <= most else { return most + 1 }
  let difference = to.difference(from: word)
  return max(difference.insertions.count, difference.removals.count)
}
