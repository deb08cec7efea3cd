import Terminal

/// The difference between two versions of a row.
struct RowDifference {
  private let old: [Cell]
  private let new: [Cell]

  /// - Parameters: Two rows of the same width.
  init(old: [Cell], new: [Cell]) {
    self.old = old
    self.new = new
  }

  /// Returns the columns to write: those that differ, extended so that no character is cut in half, and extended behind
  /// every character, old or new, that a terminal may draw wider than expected.
  private func changed(_ glyphs: Glyphs) -> Range<Int>? {
    guard var first = new.indices.first(where: { old[$0] != new[$0] }),
      var end = new.indices.last(where: { old[$0] != new[$0] }).map({ $0 + 1 })
    else { return nil }
    while first > 0, new[first].isContinuation || old[first].isContinuation { first -= 1 }
    var column = first
    while column < end {
      let reach = max(glyphs.reach(of: old[column]), glyphs.reach(of: new[column]))
      end = max(end, min(column + reach, new.count))
      while end < new.count, new[end].isContinuation || old[end].isContinuation { end += 1 }
      column += 1
    }
    return first..<end
  }

  /// Returns the column from which erasing can replace writing: up to the end of the row all cells are blank and of one
  /// style.
  private func tail(where erasesWithBackground: Bool) -> Int {
    guard let end = new.last, end.isErasable(where: erasesWithBackground) else { return new.count }
    return (new.lastIndex { $0 != end } ?? -1) + 1
  }

  /// Writes the changed cells. The cursor is positioned again after every run of characters beyond ASCII, and before
  /// and after every character whose width terminals disagree on. The cells of a wide one are blanked first, because
  /// the terminal may leave some of them untouched.
  func write(row: Int, glyphs: Glyphs, capabilities: Capabilities, to output: inout EscapeWriter) {
    guard let changed = changed(glyphs) else { return }
    var end = changed.upperBound
    let tail = max(tail(where: capabilities.erasesWithBackground), changed.lowerBound)
    let erases = end - tail > 3 || end == new.count && tail < end
    if erases { end = tail }
    output.move(toRow: row, column: changed.lowerBound)
    // Whether the terminal's cursor may be in another column than expected, and whether the last character's width is
    // the same on all terminals.
    var mayCursorBeOff = false
    var isWidthCertain = true
    for column in changed.lowerBound..<end {
      let cell = new[column]
      if cell.isContinuation { continue }
      if mayCursorBeOff, cell.isASCII || !cell.isSure || !isWidthCertain {
        output.move(toColumn: column)
        mayCursorBeOff = false
      }
      isWidthCertain = cell.isSure
      if !cell.isSure { blank(column, to: &output) }
      output.set(link: glyphs.link(cell.link))
      if cell.glyph == 0x20 { output.setForSpace(cell.style) } else { output.set(cell.style) }
      if cell.isASCII {
        output.append(UInt8(cell.glyph))
      } else {
        output.append(glyphs.text(of: cell.glyph))
        mayCursorBeOff = true
      }
    }
    // A link continues until it is ended, even when the cursor moves.
    output.set(link: nil)
    guard erases else { return }
    if mayCursorBeOff { output.move(toColumn: end) }
    output.setForSpace(new[end].style)
    output.eraseToEndOfLine()
  }

  /// Writes blanks over the cells of a wide character and moves back to its first.
  private func blank(_ column: Int, to output: inout EscapeWriter) {
    let width = 1 + new[(column + 1)...].prefix(while: \.isContinuation).count
    guard width > 1 else { return }
    output.set(link: nil)
    output.setForSpace(new[column].style)
    for _ in 0..<width { output.append(UInt8(ascii: " ")) }
    output.move(toColumn: column)
  }
}
