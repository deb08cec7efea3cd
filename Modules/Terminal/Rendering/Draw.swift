public import Terminal

extension Frame {
  /// What is to be written to a terminal that shows `old` so that it shows this frame; nothing when it already does.
  ///
  /// Lines that did not change are not touched, of the others only the cells that did are written, and what only moved up
  /// or down is scrolled. After every run of characters beyond ASCII the cursor is put where it belongs, so that a
  /// terminal that thinks otherwise of their width does not shift the rest of the line.
  /// - `old`: What is on the screen; `nil` when that is not known, as after `enter` or `Event.resumed`. A frame
  ///   of another size is not known either.
  public func drawn(over old: Frame?, on capabilities: Capabilities) -> String {
    var none = TerminalPictures()
    return drawn(over: old, on: capabilities, pictures: &none)
  }

  /// The same with pictures. The data of those that the terminal has not got comes first; they are placed anew when they
  /// have moved, or when what was written may have touched them.
  /// - `pictures`: What the terminal has of pictures, before and after that is written.
  public func drawn(
    over old: Frame?, on capabilities: Capabilities, pictures: inout TerminalPictures
  ) -> String {
    guard old != self else { return "" }
    var output = EscapeWriter()
    var glyphs = Glyphs(capabilities)
    let known = old.flatMap { $0.size == size ? $0 : nil }
    let change = PictureChange(from: known, to: self, on: &pictures)
    // What erases the screen erases pictures too.
    if known != nil { output.append(change.data) }
    if capabilities.synchronizedOutput { output.synchronize(true) }
    output.append(change.removal)
    var before = known?.lines ?? Array(repeating: Line(), count: size.height)
    var hasScrolled = false
    if known == nil {
      output.eraseAll()
      output.append(change.data)
    } else if !change.isInCells, let scroll = Scroll(from: before, to: lines) {
      output.scroll(scroll)
      before = scroll.applied(to: before)
      hasScrolled = true
    }
    for row in change.erased {
      output.move(toRow: row, column: 0)
      output.eraseToEndOfLine()
      before[row] = Line()
    }
    func cells(of line: Line) -> [Cell] {
      glyphs.cells(of: capabilities.unicode ? line : line.plain(width: size.width), width: size.width)
    }
    for (row, line) in lines.enumerated() where line != before[row] {
      let (old, new) = (cells(of: before[row]), cells(of: line))
      RowDifference(old: old, new: new).write(row: row, glyphs: glyphs, capabilities: capabilities, to: &output)
    }
    output.set(.plain)
    output.set(link: nil)
    for placed in hasScrolled ? change.shown : change.placed {
      output.move(toRow: placed.frameRows.lowerBound, column: placed.column)
      output.append(pictures.show(placed))
    }
    if let cursor { output.move(toRow: cursor.row, column: cursor.column) }
    let isVisible = cursor?.isVisible == true
    if known == nil || isVisible != (known?.cursor?.isVisible == true) { output.showCursor(isVisible) }
    if capabilities.synchronizedOutput { output.synchronize(false) }
    return output.text
  }
}
