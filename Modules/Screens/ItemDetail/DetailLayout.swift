public import Pictures
public import Rendering
import StyleGuide
public import Terminal
import TextLayout

/// The lines of an item for one width, centred between margins.
public struct DetailLayout: Equatable, Sendable {
  /// The lines, from the top.
  public private(set) var lines: [Line] = []
  /// The pictures among the lines, each with its row and column.
  public private(set) var pictures: [PlacedPicture] = []
  /// The rows of pictures; those of one that follows another at once are with that one's.
  private(set) var pictureRows: [Range<Int>] = []
  /// The lines that continue the paragraph of the line above, each with the offset, in bytes, at which its own text
  /// begins.
  private(set) var continued: [Int: Int] = [:]
  /// The rows at which paragraphs begin, those of empty lines included.
  private(set) var paragraphs: [Int] = []
  /// The addresses of the links; the first is number 1.
  public internal(set) var links: [String] = []
  var linkNumbers: [String: Int] = [:]
  /// The line at which the appendix begins, for instance the comments.
  public var anchor: Int?
  /// The reading time in minutes; nil if it is not shown.
  public var minutes: Int?
  /// The width of the text in columns: at most 72, because longer lines are hard to read.
  public let measure: Int
  /// The number of columns to the right of the text, into which an unbreakable word such as an address may reach.
  let beyondMeasure: Int
  private let width: Int
  let margin: Span

  public init(width: Int) {
    self.width = width
    measure = max(1, min(72, width - 2))
    let left = max(1, (width - measure) / 2)
    beyondMeasure = max(0, width - left - measure - 1)
    margin = Span(width > 4 ? String(repeating: " ", count: left) : "")
  }

  /// Adds a text, wrapped.
  ///
  /// - Parameters:
  ///   - text: The text, on one or more lines.
  ///   - style: The style of all of it.
  ///   - first: The prefix of the first line; the other lines are indented by its width.
  public mutating func add(_ text: String, _ style: Style = .plain, after first: String = "") {
    let indent = min(TextLayout.width(of: first), measure - 1)
    let start = Span(TextLayout.pad(TextLayout.cut(first, to: indent, ellipsis: ""), to: indent), style)
    let rest = Span(String(repeating: " ", count: indent), style)
    add([Piece(text, style)], Prefix([start], [rest]))
  }

  /// Adds a name, and secondary text after it.
  public mutating func add(name: String, _ rest: String, indentation: Int = 0) {
    let start = [Span(String(repeating: " ", count: min(indentation, measure / 2)))]
    add([Piece(name, .strong), Piece(rest, .quiet)], Prefix(start, start))
  }

  /// Adds an empty line.
  /// - Parameter isShown: Whether there is room for it. Otherwise it still counts as a paragraph, so that positions are
  ///   the same on every screen.
  public mutating func addSpace(isShown: Bool = true) {
    paragraphs.append(lines.count)
    if isShown { lines.append(Line()) }
  }

  /// Makes one paragraph of those that were added since there were `count` of them, such as the lines of a table, whose
  /// number depends on the width.
  mutating func joinParagraphs(from count: Int) {
    if paragraphs.count > count + 1 { paragraphs.removeSubrange((count + 1)...) }
  }

  /// Adds a horizontal rule.
  public mutating func addRule() {
    add(line: [Span(String(repeating: "─", count: measure), .quiet)])
  }

  /// Adds a line after the margin and a prefix, without wrapping it.
  mutating func add(line text: [Span], after start: [Span] = [], isContinued: Bool = false) {
    let start = [margin] + start
    if isContinued {
      continued[lines.count] = start.reduce(0) { $0 + $1.text.utf8.count }
    } else {
      paragraphs.append(lines.count)
    }
    lines.append(Line(start + text))
  }

  /// Extends the last lines up to the end of the measure, or of the longest of them.
  mutating func fill(from row: Int, _ style: Style) {
    let width = lines[row...].map(\.width).max() ?? 0
    for index in row..<lines.count {
      let lacking = max(width, margin.width + measure) - lines[index].width
      if lacking > 0 { lines[index].spans.append(Span(String(repeating: " ", count: lacking), style)) }
    }
  }

  /// Adds a picture, centred, on as many lines as it is high.
  public mutating func add(_ picture: PlacedPicture) {
    var placed = picture
    placed.row = lines.count
    placed.column = max(min(1, margin.width), (width - placed.cells.width) / 2)
    add(placed, rows: 0)
  }

  /// Adds a picture that begins on the next row, and as many rows as it is high or more.
  mutating func add(_ placed: PlacedPicture, rows: Int) {
    pictures.append(placed)
    addPictureRows(Array(repeating: Line(), count: max(rows, placed.cells.height)))
  }

  /// Adds the rows of a picture, which do not count as lines of the text.
  mutating func addPictureRows(_ rows: [Line]) {
    guard !rows.isEmpty else { return }
    let last = pictureRows.last.flatMap { $0.upperBound == lines.count ? pictureRows.popLast() : nil }
    pictureRows.append((last?.lowerBound ?? lines.count)..<lines.count + rows.count)
    lines += rows
  }
}

/// The place in an item at the top of the window: a paragraph and the part of it that is above. So the window shows
/// the same text at any width. Rows of pictures come after the text and change with the size of the window, so they are
/// counted from the text below them.
public struct DetailPosition: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number of paragraphs above, empty lines included.
  public var paragraph: Int
  /// The length of the part of the paragraph that is above, in bytes of UTF-8 without spaces.
  public var offset: Int
  /// The number of rows of a picture between the top of the window and the paragraph.
  public var pictureRows: Int
  /// The number of lines above, in a position that an earlier version has saved, in place of all the others.
  private(set) var lines: Int?

  public init(paragraph: Int, offset: Int = 0, pictureRows: Int = 0) {
    self.paragraph = paragraph
    self.offset = offset
    self.pictureRows = pictureRows
  }

  public init(integerLiteral paragraph: Int) { self.init(paragraph: paragraph) }

  /// The position without the rows of pictures, as a text: `12:340`.
  public var text: String { "\(paragraph):\(offset)" }

  /// Creates a position from its text, or from the number of lines that earlier versions have saved; nil for any other text.
  public init?(text: String) {
    let numbers = text.split(separator: ":").compactMap { Int($0) }.filter { $0 >= 0 }
    guard numbers.map({ "\($0)" }).joined(separator: ":") == text else { return nil }
    switch numbers.count {
    case 1:
      self = 0
      lines = numbers[0]
    case 2: self.init(paragraph: numbers[0], offset: numbers[1])
    default: return nil
    }
  }
}

extension DetailLayout {
  /// Returns the row of a position; the end of the item if the position is past it.
  func row(of position: DetailPosition) -> Int {
    if let lines = position.lines {
      return pictureRows.reduce(lines) { $1.lowerBound <= $0 ? $0 + $1.count : $0 }
    }
    let isAtEnd = position.paragraph >= paragraphs.count
    var row = isAtEnd ? lines.count : paragraphs[position.paragraph]
    if position.pictureRows > 0 || isAtEnd {
      let count = pictureRows.last { $0.upperBound == row }?.count ?? 0
      return row - min(position.pictureRows, count)
    }
    let next = paragraphs[(position.paragraph + 1)...].first { $0 > row } ?? lines.count
    let end = pictureRows.last { $0.upperBound == next }?.lowerBound ?? next
    var left = position.offset
    while row + 1 < end {
      left -= length(row)
      if left < 0 { break }
      row += 1
    }
    return row
  }

  /// Returns the position of a row.
  func position(of row: Int) -> DetailPosition {
    let row = min(row, lines.count)
    var low = 0
    var high = paragraphs.count
    while low < high {
      let middle = (low + high) / 2
      if paragraphs[middle] > row { high = middle } else { low = middle + 1 }
    }
    if let rows = pictureRows.first(where: { $0.contains(row) }) {
      return DetailPosition(paragraph: low, pictureRows: rows.upperBound - row)
    }
    guard low > 0, row < lines.count else { return DetailPosition(paragraph: low) }
    let above = paragraphs[low - 1]..<row
    return DetailPosition(paragraph: low - 1, offset: above.reduce(0) { $0 + length($1) })
  }

  /// Returns the number of bytes in a line without spaces, and without its prefix if it continues a paragraph. No-break
  /// spaces are left out, too: they hold link numbers only where there is room.
  private func length(_ row: Int) -> Int {
    var count = 0
    var before: UInt8 = 0
    for byte in lines[row].text.utf8.dropFirst(continued[row] ?? 0) {
      if byte > 0x20 { count += before == 0xC2 && byte == 0xA0 ? -1 : 1 }
      before = byte
    }
    return count
  }
}

/// The rows above the line that names a picture in a text.
public enum TextPicture: Sendable {
  /// No rows.
  case none
  /// Empty rows until the picture comes.
  case awaited(rows: Int)
  /// The picture at a size in cells, on at least as many rows as were reserved for it.
  case shown(Picture, cells: Size, rows: Int)
  /// A line that says why the picture is not shown.
  case note(String)
}

extension DetailLayout {
  /// Adds the rows of a picture, centred in the room beside a prefix.
  mutating func add(_ picture: TextPicture, _ prefix: Prefix) {
    let room = max(1, measure - prefix.width)
    switch picture {
    case .none: return
    case .awaited(let rows): addPictureRows(Array(repeating: Line(), count: rows))
    case .shown(let picture, let cells, let rows):
      let column = margin.width + prefix.width + max(0, (room - cells.width) / 2)
      add(PlacedPicture(picture, cells: cells, column: column, row: lines.count), rows: rows)
    case .note(let text):
      let note = Span(TextLayout.cut(TextLayout.line(text), to: room), .quiet)
      addPictureRows([Line([margin] + prefix.rest + [note])])
    }
  }
}
