/// The row of a page at the top of the window. Rows of pictures come after the text and change with the size of the
/// window, so the row is told by the text below it: whatever comes above the window, the window shows the same.
public struct PagePosition: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number of lines of text above the window.
  public var line: Int
  /// The number of rows of a picture between the top of the window and the next line of text.
  public var pictureRows: Int

  public init(line: Int, pictureRows: Int = 0) { (self.line, self.pictureRows) = (line, pictureRows) }

  public init(integerLiteral line: Int) { self.init(line: line) }
}

extension PageLayout {
  /// Returns the row of a position; past the end of the page if the position is.
  func row(of position: PagePosition) -> Int {
    var row = position.line
    for rows in pictureRows {
      guard rows.lowerBound <= row else { break }
      row += rows.count
      if rows.upperBound == row { return row - min(position.pictureRows, rows.count) }
    }
    return row
  }

  /// Returns the position of a row.
  func position(of row: Int) -> PagePosition {
    var line = row
    for rows in pictureRows {
      guard rows.lowerBound <= row else { break }
      line -= min(rows.count, row - rows.lowerBound)
      if rows.contains(row) { return PagePosition(line: line, pictureRows: rows.upperBound - row) }
    }
    return PagePosition(line: line)
  }
}
