public import Terminal

extension Frame {
  /// Returns the output that makes a terminal showing `old` show this frame; empty if nothing changed.
  ///
  /// Unchanged lines are not written, of changed lines only the changed cells, and lines that moved up or down are
  /// scrolled. The cursor is positioned again after every run of characters beyond ASCII, so that a terminal that
  /// disagrees about their width does not shift the rest of the line.
  /// - Parameters:
  ///   - old: The frame on the screen; `nil` if it is not known, as after `enter` or `Event.resumed`. A frame of
  ///     another size counts as not known.
  ///   - capabilities: The features of the terminal.
  public func drawn(over old: Frame?, on capabilities: Capabilities) -> String {
    var none = TerminalPictures()
    return drawn(over: old, on: capabilities, pictures: &none)
  }

  /// Returns the output for a frame with pictures. The data of pictures that the terminal does not have comes first. A
  /// picture is placed again if it moved, or if text written may have touched it.
  /// - Parameters:
  ///   - old: The frame on the screen; `nil` if it is not known.
  ///   - capabilities: The features of the terminal.
  ///   - pictures: The pictures that the terminal has; updated to its state after the output is written.
  public func drawn(
    over old: Frame?, on capabilities: Capabilities, pictures: inout TerminalPictures
  ) -> String {
    guard old != self else { return "" }
    var output = EscapeWriter()
    var glyphs = Glyphs(capabilities)
    let known = old.flatMap { $0.size == size ? $0 : nil }
    let change = PictureChange(from: known, to: self, on: &pictures)
    // Erasing the screen erases pictures too. If it is erased, the data follows that.
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
      let old = cells(of: before[row])
      let new = cells(of: line)
      RowDifference(old: old, new: new).write(row: row, glyphs: glyphs, capabilities: capabilities, to: &output)
    }
    output.set(.plain)
    output.set(link: nil)
    for placed in hasScrolled ? change.shown : change.placed {
      output.move(toRow: placed.frameRows.lowerBound, column: placed.column)
      output.append(pictures.show(placed))
    }
    if let cursor { output.move(toRow: cursor.row, column: cursor.column) }
    if known == nil { output.hideCursor() }
    if capabilities.synchronizedOutput { output.synchronize(false) }
    return output.text
  }
}
