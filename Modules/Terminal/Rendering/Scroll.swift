/// A scroll of rows that moved unchanged, so that they need not be written again.
struct Scroll: Hashable {
  /// The rows of the scrolled region.
  var rows: Range<Int>
  /// The number of lines to scroll up; negative for down.
  var lines: Int

  /// Finds the scroll that saves the most lines between two screens of the same height; `nil` if none saves at least
  /// three.
  ///
  /// Tries every distance. A line counts as saved if the scroll moves it to its new row and it is not blank; a line in
  /// the region that had not moved counts as lost.
  init?(from old: [Line], to new: [Line]) {
    let stays = zip(old, new).map(==)
    guard Self.mayMove(new.indices.filter { !stays[$0] }.map { new[$0] }, from: old) else { return nil }
    let blank = Line().hashValue
    let oldHashes = old.map(\.hashValue)
    let newHashes = new.map(\.hashValue)
    var best: (scroll: Self, saved: Int)?
    for distance in 1..<max(old.count, 2) {
      for lines in [distance, -distance] {
        let rows = max(0, -lines)..<min(new.count, new.count - lines)
        var first: Int?
        var last = 0
        var saved = 0
        for row in rows where newHashes[row] == oldHashes[row + lines] && newHashes[row] != blank && !stays[row] {
          if first == nil { first = row }
          last = row
          saved += 1
        }
        guard let first, saved > best?.saved ?? 2 else { continue }
        let region = min(first, first + lines)..<max(last, last + lines) + 1
        saved -= region.count { stays[$0] && newHashes[$0] != blank }
        if saved > best?.saved ?? 2 { best = (Self(rows: region, lines: lines), saved) }
      }
    }
    guard let best else { return nil }
    self = best.scroll
  }

  /// Whether at least three of the changed lines were on the screen before. Most often none was, and the search for the
  /// best scroll is skipped.
  private static func mayMove(_ changed: [Line], from old: [Line]) -> Bool {
    var found = 0
    var left = changed.count
    for line in changed {
      guard found < 3, found + left >= 3 else { break }
      left -= 1
      if line != Line(), old.contains(line) { found += 1 }
    }
    return found >= 3
  }

  private init(rows: Range<Int>, lines: Int) {
    self.rows = rows
    self.lines = lines
  }

  /// Returns the lines of the screen after the scroll.
  func applied(to screen: [Line]) -> [Line] {
    var result = screen
    for row in rows { result[row] = rows.contains(row + lines) ? screen[row + lines] : Line() }
    return result
  }
}
