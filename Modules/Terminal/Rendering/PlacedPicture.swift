public import Pictures
public import Terminal

/// A picture among the lines of a frame, or the rows of it that are to be seen.
public struct PlacedPicture: Hashable, Sendable {
  /// The picture.
  public var picture: Picture
  /// The cells that all of it covers.
  public var cells: Size
  /// The column of its left edge, 0 being the first.
  public var column: Int
  /// The row of its upper edge, 0 being the first; negative where that is above the frame.
  public var row: Int
  /// Which of the rows that it covers are to be seen, counted from its own first.
  public private(set) var rows: Range<Int>

  public init(_ picture: Picture, cells: Size, column: Int, row: Int) {
    self.picture = picture
    self.cells = cells
    self.column = column
    self.row = row
    rows = 0..<cells.height
  }

  /// The same so many rows further down.
  public func moved(down rows: Int) -> Self {
    var moved = self
    moved.row += rows
    return moved
  }

  /// The same so many columns further right.
  public func moved(right columns: Int) -> Self {
    var moved = self
    moved.column += columns
    return moved
  }

  /// What is to be seen of it through a window; nil where that is nothing, or where it does not fit into the width: only
  /// rows can be cut off.
  /// - `window`: rows of the frame.
  public func cut(to window: Range<Int>, width: Int) -> Self? {
    var cut = self
    cut.rows = rows.clamped(to: window.lowerBound - row..<window.upperBound - row)
    let columns = column..<column + max(1, cells.width)
    return cut.rows.isEmpty || !(0..<width).contains(columns) ? nil : cut
  }

  /// The rows of the frame that it covers.
  var frameRows: Range<Int> { row + rows.lowerBound..<row + rows.upperBound }

  /// Whether all of it is to be seen.
  var isWhole: Bool { rows == 0..<cells.height }
}

extension Range<Int> {
  fileprivate func contains(_ other: Self) -> Bool { lowerBound <= other.lowerBound && other.upperBound <= upperBound }
}
