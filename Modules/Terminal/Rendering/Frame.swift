// Frames of styled lines and pictures, and the difference of two frames as bytes.

public import Terminal

/// A picture not yet given its size.
public typealias Drawing = @Sendable (_ size: Size) -> Frame

/// What the whole screen shows.
public struct Frame: Hashable, Sendable {
  /// Where the terminal's cursor stands.
  public struct Cursor: Hashable, Sendable {
    /// From the left, 0 being the first.
    public var column: Int
    /// From the top, 0 being the first.
    public var row: Int
    /// Whether it is seen. Screen readers and magnifiers follow it either way: it belongs on the selected line.
    public var isVisible: Bool

    public init(column: Int, row: Int, isVisible: Bool = false) {
      self.column = column
      self.row = row
      self.isVisible = isVisible
    }
  }

  /// How large it is.
  public let size: Size
  /// As many lines as the size says, none wider than it.
  public let lines: [Line]
  /// Where the cursor stands, inside of the frame; `nil` when it stands nowhere in particular.
  public let cursor: Cursor?

  /// What pictures there are; the cells below are blank.
  public let pictures: [PlacedPicture]

  /// - `lines`: From the top. What is too wide or too much is cut off, what is missing is empty.
  /// - `pictures`: What rows of them are outside is cut off; one that is too wide is left out.
  public init(_ lines: [Line], size: Size, cursor: Cursor? = nil, pictures: [PlacedPicture] = []) {
    self.size = size
    self.pictures = pictures.compactMap { $0.cut(to: 0..<size.height, width: size.width) }
    let visible = lines.prefix(size.height).map { $0.cut(to: size.width, ellipsis: "") }
    self.lines = visible + Array(repeating: Line(), count: size.height - visible.count)
    self.cursor =
      size.width == 0 || size.height == 0
      ? nil
      : cursor.map { cursor in
        Cursor(
          column: min(max(cursor.column, 0), size.width - 1), row: min(max(cursor.row, 0), size.height - 1),
          isVisible: cursor.isVisible)
      }
  }

  /// The frame with a line above it, which takes the place of its size's last.
  public func below(_ line: Line, in size: Size) -> Self {
    Self(
      [line] + lines, size: size,
      cursor: cursor.map { Cursor(column: $0.column, row: $0.row + 1, isVisible: $0.isVisible) },
      pictures: pictures.map { $0.moved(down: 1) })
  }

  /// What can be read, line by line, without the spaces at their ends: for tests and for those who do not see.
  public var text: [String] {
    lines.map { line in
      let text = line.text
      guard let last = text.lastIndex(where: { $0 != " " }) else { return "" }
      return String(text[...last])
    }
  }
}
