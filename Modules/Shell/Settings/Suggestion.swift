/// Returns "; did you mean X?" with the nearest candidate, the first of several; an empty text if even that differs in
/// more than a third of the word's characters.
public func suggestion(for word: String, in candidates: [String]) -> String {
  let word = Array(word.lowercased())
  let most = word.count / 3
  let near = candidates.lazy.map { (candidate: $0, distance: distance(word, Array($0.lowercased()), most: most)) }
  guard let best = near.min(by: { $0.distance < $1.distance }), best.distance <= most else { return "" }
  return "; did you mean \(best.candidate)?"
}

/// Returns the number of insertions, deletions, replacements and swaps of neighbours between two words: the optimal
/// string alignment distance (https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance). The distance to a longer
/// word that begins with this one is zero. Distances above `most` are not exact.
private func distance(_ word: [Character], _ to: [Character], most: Int) -> Int {
  if word.count > 2, to.starts(with: word) { return 0 }
  guard abs(word.count - to.count) <= most else { return most + 1 }
  // Long words are cut: the rest counts as deletions, which are too many anyway.
  let from = Array(word.prefix(40))
  var rows = [Array(0...to.count)]
  for i in from.indices {
    var row = [i + 1]
    for j in to.indices {
      var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (from[i] == to[j] ? 0 : 1))
      if i > 0, j > 0, from[i] == to[j - 1], from[i - 1] == to[j] { best = min(best, rows[i - 1][j - 1] + 1) }
      row.append(best)
    }
    rows.append(row)
  }
  return rows[from.count][to.count] + word.count - from.count
}
