public import Terminal

extension PixelSize {
  /// A cell, where the terminal does not say how large its cells are: twice as high as wide.
  public static var usualCell: Self { Self(width: 8, height: 16) }

  /// How many cells a picture of this size covers: as many as it has pixels for, fewer where there is no room, in its
  /// own proportions as near as cells allow.
  /// - Parameters:
  ///   - room: the columns and rows there are. A picture that scrolls needs no limit to its rows.
  ///   - cell: how large a cell is.
  /// - Returns: at least one cell; none where there is no room.
  public func cells(in room: Size, cell: Self = .usualCell) -> Size {
    guard width > 0, height > 0, cell.width > 0, cell.height > 0, room.width > 0, room.height > 0 else {
      return Size(width: 0, height: 0)
    }
    let columns = Double(width) / Double(cell.width)
    let rows = Double(height) / Double(cell.height)
    let scale = min(1, Double(room.width) / columns, Double(room.height) / rows)
    return Size(
      width: min(max(Int((columns * scale).rounded()), 1), room.width),
      height: min(max(Int((rows * scale).rounded()), 1), room.height))
  }

  /// What of a picture of this size is to be seen in some of the rows that it covers.
  /// - Parameters:
  ///   - rows: which rows, counted from the picture's first.
  ///   - cells: how many cells all of it covers.
  /// - Returns: nil where none of the rows is the picture's.
  public func part(inRows rows: Range<Int>, of cells: Size) -> PicturePart? {
    let rows = rows.clamped(to: 0..<cells.height)
    guard !rows.isEmpty, cells.width > 0 else { return nil }
    let top = min(rows.lowerBound * height / cells.height, height - 1)
    let bottom = max(rows.upperBound * height / cells.height, top + 1)
    return PicturePart(
      top: top, size: PixelSize(width: width, height: bottom - top),
      cells: Size(width: cells.width, height: rows.count))
  }
}

/// Some whole rows of a picture, and the cells they cover.
public struct PicturePart: Hashable, Sendable {
  /// The first row of pixels.
  public var top: Int
  /// How many pixels there are.
  public var size: PixelSize
  /// How many cells they cover.
  public var cells: Size

  public init(top: Int, size: PixelSize, cells: Size) {
    self.top = top
    self.size = size
    self.cells = cells
  }
}
