public import Pictures
public import Terminal

/// A picture in a frame, or the visible rows of one.
public struct PlacedPicture: Hashable, Sendable {
  /// The picture.
  public var picture: Picture
  /// The cells that the whole picture covers.
  public var cells: Size
  /// The column of its left edge, counted from 0.
  public var column: Int
  /// The row of its upper edge, counted from 0; negative if it is above the frame.
  public var row: Int
  /// The visible rows, counted from the first row of the picture.
  public private(set) var rows: Range<Int>

  public init(_ picture: Picture, cells: Size, column: Int, row: Int) {
    self.picture = picture
    self.cells = cells
    self.column = column
    self.row = row
    rows = 0..<cells.height
  }

  /// Returns the picture moved by some rows and columns.
  public func moved(down rows: Int = 0, right columns: Int = 0) -> Self {
    var moved = self
    moved.row += rows
    moved.column += columns
    return moved
  }

  /// Returns the visible rows of the picture. Returns nil if none is visible, or if the picture does not fit the width,
  /// because only rows can be cut off.
  /// - Parameters:
  ///   - window: The visible rows of the frame.
  ///   - width: The width of the frame.
  public func cut(to window: Range<Int>, width: Int) -> Self? {
    var cut = self
    cut.rows = rows.clamped(to: window.lowerBound - row..<window.upperBound - row)
    let columns = column..<column + max(1, cells.width)
    return cut.rows.isEmpty || !(0..<width).contains(columns) ? nil : cut
  }

  /// The rows of the frame that the picture covers.
  var frameRows: Range<Int> { row + rows.lowerBound..<row + rows.upperBound }

  /// Whether all rows are visible.
  var isWhole: Bool { rows == 0..<cells.height }
}

extension Range<Int> {
  fileprivate func contains(_ other: Self) -> Bool { lowerBound <= other.lowerBound && other.upperBound <= upperBound }
}
