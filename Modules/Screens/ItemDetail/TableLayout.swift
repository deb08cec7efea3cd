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
      width = TextLayout.width(of: pieces.map(\.text).joined())
    }
  }

  let alignments: [RichText.Alignment]
  /// The rows. A row may lack cells at its end.
  let rows: [[Cell]]

  /// Creates a table, and drops the cells beyond the last column.
  init(alignments: [RichText.Alignment], rows: [[Cell]]) {
    (self.alignments, self.rows) = (alignments, rows.map { Array($0.prefix(alignments.count)) })
  }
}

extension PageLayout {
  /// Adds a table: in columns if it fits, else as records, with one line of header and cell for each cell of a row.
  mutating func add(_ table: TableLayout, _ prefix: Prefix) {
    let gap = 2
    var widths = Array(repeating: 0, count: table.alignments.count)
    for row in table.rows {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.width) }
    }
    let width = widths.reduce(0, +) + gap * (widths.count - 1)
    guard width <= measure - prefix.width else { return addRecords(table, prefix) }
    for (number, row) in table.rows.enumerated() {
      var pieces: [Piece] = []
      for (column, cell) in row.enumerated() {
        let room = widths[column] - cell.width
        let before =
          switch table.alignments[column] {
          case .leading: 0
          case .center: room / 2
          case .trailing: room
          }
        let after = column + 1 < row.count ? room - before + gap : 0
        pieces += [Piece(String(repeating: " ", count: before))] + cell.pieces
        pieces.append(Piece(String(repeating: " ", count: after)))
      }
      add(pieces, number == 0 ? prefix : Prefix(prefix.rest, prefix.rest))
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
      for (head, cell) in zip(heads, row) { addLine(head.pieces + [Piece(": ", .strong)] + cell.pieces, &self) }
    }
  }
}
