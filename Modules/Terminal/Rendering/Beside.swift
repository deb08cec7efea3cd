public import Terminal
import TextLayout

extension Frame {
  /// Returns this frame and another side by side, with a divider between them.
  /// - Parameters:
  ///   - other: The frame on the right.
  ///   - divider: The span between them in every line. Its width must be the room that the frames leave.
  ///   - isCursorRight: Whether the cursor of the right frame is shown instead of this one's.
  ///   - size: The size of the result.
  public func beside(_ other: Self, divider: Span, isCursorRight: Bool, in size: Size) -> Self {
    let right = self.size.width + divider.width
    let rows = (0..<size.height).map { row in
      let left = lines.indices.contains(row) ? lines[row] : Line()
      let gap = Span(spaces: self.size.width - left.width, left.fill)
      return Line(left.spans + (gap.width > 0 ? [gap, divider] : [divider]))
        + (other.lines.indices.contains(row) ? other.lines[row] : Line())
    }
    let moved = other.cursor.map { Cursor(column: $0.column + right, row: $0.row, isVisible: $0.isVisible) }
    return Self(
      rows, size: size, cursor: isCursorRight ? moved : cursor,
      pictures: pictures + other.pictures.map { $0.moved(right: right) })
  }

  /// Returns the key that a click on a cell stands for; nil for none.
  public func key(atColumn column: Int, row: Int) -> Key? {
    guard lines.indices.contains(row), column >= 0 else { return nil }
    var end = 0
    for span in lines[row].spans {
      end += span.width
      if column < end { return span.key }
    }
    return nil
  }
}
