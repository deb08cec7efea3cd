/// "; did you mean that?", with the candidate that takes the fewest corrections to reach, the first of several; nothing
/// when more than a third of the word would have to be another.
public func suggestion(for word: String, in candidates: [String]) -> String {
  let word = word.lowercased()
  let near = candidates.map { (candidate: $0, distance: distance(word, $0.lowercased())) }
  guard let best = near.min(by: { $0.distance < $1.distance }), best.distance <= word.count / 3 else { return "" }
  return "; did you mean \(best.candidate)?"
}

/// How many insertions, deletions, replacements and swaps of neighbours lead from one word to another (optimal string
/// alignment: https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance). A word that was broken off is near.
private func distance(_ word: String, _ candidate: String) -> Int {
  if word.count > 2, candidate.hasPrefix(word) { return 0 }
  // Of a longer word than any right one, all that is too much has to go.
  let (from, to) = (Array(word.prefix(40)), Array(candidate))
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
