public import Terminal

extension PixelSize {
  /// The size assumed for a cell if the terminal does not report it: twice as high as wide.
  public static var usualCell: Self { Self(width: 8, height: 16) }

  /// Returns the number of cells that a picture of this size covers. It covers as many as its pixels need, or fewer to
  /// fit into the room, with its proportions as exact as whole cells allow.
  /// - Parameters:
  ///   - room: The available columns and rows. A picture that scrolls needs no limit to its rows.
  ///   - cell: The size of a cell, in pixels.
  /// - Returns: At least one cell; none if there is no room.
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

  /// Returns the part of a picture of this size that lies in some of the rows it covers.
  /// - Parameters:
  ///   - rows: The rows, counted from the first row of the picture.
  ///   - cells: The number of cells that the whole picture covers.
  /// - Returns: The part; nil if none of the rows belongs to the picture.
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

/// A horizontal strip of a picture and the cells it covers.
public struct PicturePart: Hashable, Sendable {
  /// The first row, in pixels from the top of the picture.
  public var top: Int
  /// The size of the strip, in pixels.
  public var size: PixelSize
  /// The size of the strip, in cells.
  public var cells: Size

  public init(top: Int, size: PixelSize, cells: Size) {
    self.top = top
    self.size = size
    self.cells = cells
  }
}
