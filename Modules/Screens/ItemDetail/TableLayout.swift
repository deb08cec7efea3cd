import Rendering
import RichText
import StyleGuide
import TextLayout

/// A table, with its header in the first row.
struct TableLayout {
  struct Cell {
    var pieces: [Piece]
    let width: Int

    init(_ pieces: [Piece]) {
      self.pieces = pieces
      width = pieces.map(\.text).joined().split(separator: "\n").map { TextLayout.width(of: $0) }.max() ?? 0
    }

    /// The width of the longest word.
    fileprivate var wordWidth: Int {
      pieces.map(\.text).joined().split { $0 == " " || $0 == "\n" }.map { TextLayout.width(of: $0) }.max() ?? 0
    }
  }

  let alignments: [RichText.Alignment]
  /// The rows. A row may lack cells at its end.
  let rows: [[Cell]]

  /// Creates a table, and drops the cells beyond the last column.
  init(alignments: [RichText.Alignment], rows: [[Cell]]) {
    self.alignments = alignments
    self.rows = rows.map { Array($0.prefix(alignments.count)) }
  }
}

extension TableLayout {
  static let gap = 2
  /// A column in which words are broken is at least as wide, and one of words that fit as wide as its longest.
  private static let wordLimit = 20

  /// Whether there are heads to be shown.
  var hasHeads: Bool { rows.first?.contains { $0.width > 0 } == true }

  /// Whether a row is a title of those below.
  func isTitle(_ row: [Cell]) -> Bool {
    alignments.count > 1 && row.dropFirst().allSatisfy { $0.width == 0 }
  }

  /// Returns the natural widths of the columns if they fit. Otherwise the widest columns are narrowed, down to their
  /// longest words; nil if that does not fit either.
  func widths(in room: Int) -> [Int]? {
    var widths = alignments.map { _ in 0 }
    var least = alignments.map { _ in 0 }
    for (number, row) in rows.enumerated() where number == 0 || !isTitle(row) {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], cell.width)
        least[column] = max(least[column], min(cell.wordWidth, Self.wordLimit))
      }
    }
    let room = room - Self.gap * (widths.count - 1)
    guard widths.reduce(0, +) > room else { return widths }
    guard least.reduce(0, +) <= room else { return nil }
    func narrowed(to width: Int) -> [Int] { zip(widths, least).map { min($0, max($1, width)) } }
    return (0..<room).last { narrowed(to: $0).reduce(0, +) <= room }.map(narrowed)
  }
}

extension DetailLayout {
  /// Adds a table: in columns if it fits, else as records, with one line of header and cell for each cell of a row.
  mutating func add(_ table: TableLayout, _ prefix: Prefix) {
    let count = paragraphs.count
    addRows(table, prefix)
    joinParagraphs(from: count)
  }

  private mutating func addRows(_ table: TableLayout, _ prefix: Prefix) {
    guard let widths = table.widths(in: measure + beyondMeasure - prefix.width) else {
      return addRecords(table, prefix)
    }
    var prefix = prefix
    for (number, row) in table.rows.enumerated() where number > 0 || table.hasHeads {
      if table.isTitle(row), number > 0 {
        add(row[0].pieces, prefix)
      } else {
        for (index, line) in table.lines(of: row, widths).enumerated() {
          add(line: line, after: index == 0 ? prefix.first : prefix.rest)
        }
      }
      prefix = Prefix(prefix.rest, prefix.rest)
      let width = widths.reduce(0, +) + TableLayout.gap * (widths.count - 1)
      if number == 0 { add(line: [Span(String(repeating: "─", count: max(1, width)), .quiet)], after: prefix.rest) }
    }
  }

  private mutating func addRecords(_ table: TableLayout, _ prefix: Prefix) {
    let heads = table.rows.first ?? []
    var prefix = prefix
    func addLine(_ pieces: [Piece], _ layout: inout Self) {
      layout.add(pieces, prefix)
      prefix = Prefix(prefix.rest, prefix.rest)
    }
    if table.rows.count < 2 { for head in heads { addLine(head.pieces, &self) } }
    for (number, row) in table.rows.dropFirst().enumerated() {
      if number > 0 { add(line: prefix.rest) }
      for (column, cell) in row.enumerated() where cell.width > 0 {
        let head = column < heads.count && !table.isTitle(row) ? heads[column].pieces : []
        addLine(head + (head.isEmpty ? [] : [Piece(": ", .strong)]) + cell.pieces, &self)
      }
    }
  }
}

extension TableLayout {
  /// A row's cells side by side, each wrapped to the width of its column.
  fileprivate func lines(of row: [Cell], _ widths: [Int]) -> [[Span]] {
    let cells = row.enumerated().map { column, cell in
      let width = max(1, widths[column])
      return cell.pieces.lines.flatMap { wrapped($0, to: width, reach: width) }.map { $0.indentation + $0.text }
    }
    return (0..<(cells.map(\.count).max() ?? 1)).map { line in
      cells.enumerated().flatMap { column, lines in
        let text = line < lines.count ? lines[line] : []
        let room = max(0, widths[column] - Line(text).width)
        let before = [.leading: 0, .center: room / 2, .trailing: room][alignments[column]] ?? 0
        let after = column + 1 < cells.count ? room - before + Self.gap : 0
        return [Span(String(repeating: " ", count: before))] + text + [Span(String(repeating: " ", count: after))]
      }
    }
  }
}
