// Frames of styled lines and pictures, and the difference of two frames as bytes.

public import Terminal
import TextLayout

/// The contents of the whole screen.
public struct Frame: Hashable, Sendable {
  /// The position of the terminal's cursor, which is hidden. Screen readers and magnifiers follow it all the same, so it
  /// belongs on the selected line.
  public struct Cursor: Hashable, Sendable {
    /// The column, counted from the left from 0.
    public var column: Int
    /// The row, counted from the top from 0.
    public var row: Int

    public init(column: Int, row: Int) {
      self.column = column
      self.row = row
    }
  }

  /// The size of the frame.
  public let size: Size
  /// The lines, as many as the frame has rows. None is wider than the frame.
  public let lines: [Line]
  /// The cursor, always inside the frame; `nil` if its position does not matter.
  public let cursor: Cursor?

  /// The pictures. The cells below them are blank.
  public let pictures: [PlacedPicture]

  /// Creates a frame.
  /// - Parameters:
  ///   - lines: The lines from the top. They are cut or filled up to the size.
  ///   - size: The size of the frame.
  ///   - cursor: The cursor, which is moved inside the frame.
  ///   - pictures: The pictures. Rows outside the frame are cut off; a picture that does not fit its width is left out.
  public init(_ lines: [Line], size: Size, cursor: Cursor? = nil, pictures: [PlacedPicture] = []) {
    self.size = size
    self.pictures = pictures.compactMap { $0.cut(to: 0..<size.height, width: size.width) }
    let visible = lines.prefix(size.height).map { $0.cut(to: size.width, ellipsis: "") }
    self.lines = visible + Array(repeating: Line(), count: size.height - visible.count)
    self.cursor =
      size.width == 0 || size.height == 0
      ? nil
      : cursor.map { cursor in
        Cursor(column: min(max(cursor.column, 0), size.width - 1), row: min(max(cursor.row, 0), size.height - 1))
      }
  }

  /// Returns a frame of the given size with a line above this one. The last line is lost if there is no room for it.
  public func below(_ line: Line, in size: Size) -> Self {
    Self(
      [line] + lines, size: size, cursor: cursor.map { Cursor(column: $0.column, row: $0.row + 1) },
      pictures: pictures.map { $0.moved(down: 1) })
  }

  /// The text of the lines without trailing spaces: for tests and plain-text output.
  public var text: [String] {
    lines.map { line in
      let text = line.text
      guard let last = text.lastIndex(where: { $0 != " " }) else { return "" }
      return String(text[...last])
    }
  }
}

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
    let moved = other.cursor.map { Cursor(column: $0.column + right, row: $0.row) }
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
