import Terminal

/// The change of one row.
struct Row {
  private let old: [Cell]
  private let new: [Cell]

  /// - Parameters: Two rows of the same width.
  init(old: [Cell], new: [Cell]) {
    self.old = old
    self.new = new
  }

  /// The cells to be written: those that differ, made longer until no character is cut in half; up to the end of the row
  /// where a terminal may have put a character, or may now put one, elsewhere than it belongs.
  private var changed: (cells: Range<Int>, isSure: Bool)? {
    guard var first = new.indices.first(where: { old[$0] != new[$0] }),
      var last = new.indices.last(where: { old[$0] != new[$0] })
    else { return nil }
    while first > 0, new[first].isContinuation || old[first].isContinuation { first -= 1 }
    last += 1
    while last < new.count, new[last].isContinuation || old[last].isContinuation { last += 1 }
    let isSure = new[first..<last].allSatisfy(\.isSure) && old[first..<last].allSatisfy(\.isSure)
    return (first..<(isSure ? last : new.count), isSure)
  }

  /// So many blanks that were just erased are written, not leapt over: the leap takes as many bytes.
  private static let leastLeap = 6

  /// Where the cells begin that erasing makes: blanks of one style up to the end.
  private func tail(where erasesWithBackground: Bool) -> Int {
    guard let end = new.last, end.isErasable(where: erasesWithBackground) else { return new.count }
    return (new.lastIndex { $0 != end } ?? -1) + 1
  }

  /// Writes what changed. The cursor is put where it belongs after every run of characters beyond ASCII, before and after
  /// every single one that terminals do not agree on; what such a one leaves untouched has been erased before.
  func write(row: Int, glyphs: Glyphs, capabilities: Capabilities, to output: inout EscapeWriter) {
    guard let (changed, isSure) = changed else { return }
    var end = changed.upperBound
    let tail = max(tail(where: capabilities.erasesWithBackground), changed.lowerBound)
    let erases = end - tail > 3 || end == new.count && tail < end
    if erases { end = tail }
    output.move(toRow: row, column: changed.lowerBound)
    if !isSure {
      output.set(link: nil)
      output.setForSpace(.plain)
      output.eraseToEndOfLine()
    }
    var isAstray = false
    var isSettled = true
    var blanks = changed.lowerBound..<changed.lowerBound
    for column in changed.lowerBound..<end {
      let cell = new[column]
      if cell.isContinuation { continue }
      if !isSure, cell == .blank {
        if column >= blanks.upperBound { blanks = column..<(new[column..<end].firstIndex { $0 != .blank } ?? end) }
        if blanks.count > Self.leastLeap {
          (isAstray, isSettled) = (true, false)
          continue
        }
      }
      if isAstray, cell.isASCII || !cell.isSure || !isSettled {
        output.move(toColumn: column)
        isAstray = false
      }
      isSettled = cell.isSure
      output.set(link: glyphs.link(cell.link))
      if cell.glyph == 0x20 { output.setForSpace(cell.style) } else { output.set(cell.style) }
      if cell.isASCII {
        output.append(UInt8(cell.glyph))
      } else {
        output.append(glyphs.text(of: cell.glyph))
        isAstray = true
      }
    }
    // A link goes on until it is ended, wherever the cursor goes.
    output.set(link: nil)
    guard erases else { return }
    if isAstray { output.move(toColumn: end) }
    output.setForSpace(new[end].style)
    output.eraseToEndOfLine()
  }
}
