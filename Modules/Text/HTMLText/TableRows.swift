import RichText

/// The rows of a table that is being read.
struct TableRows {
  struct Cell {
    var runs: [RichText.Run] = []
    var isHead = false
    var alignment: RichText.Alignment?
  }

  /// The limit of columns or rows that a cell spans. A cell further to the right than twice the limit spans one.
  private static let spanLimit = 32

  /// Whether new rows are part of the table's head.
  var isInHead = false
  private var rows: [[Cell]] = []
  /// The open cell, and the numbers of columns and rows that it spans.
  private var open: (cell: Cell, columns: Int, rows: Int)?
  /// The numbers of further rows in which a column is taken by a cell above, by column.
  private var covered: [Int: Int] = [:]

  mutating func beginRow() {
    skipCovered()
    rows.append([])
  }

  mutating func beginCell(_ name: String, _ attributes: [Attribute]) {
    if rows.isEmpty { beginRow() }
    func span(_ name: String) -> Int { min(max(1, attributes[name].flatMap { Int($0) } ?? 1), Self.spanLimit) }
    let text = (attributes["align"] ?? attributes["style"] ?? "").lowercased().filter { !$0.isWhitespace }
    let alignments: [(String, RichText.Alignment)] = [("right", .trailing), ("center", .center), ("left", .leading)]
    let cell = Cell(
      isHead: name == "th" || isInHead,
      alignment: alignments.first { text == $0.0 || text.contains("text-align:" + $0.0) }?.1)
    open = (cell, span("colspan"), span("rowspan"))
  }

  /// - Returns: Whether a cell was open.
  mutating func endCell(_ runs: [RichText.Run]) -> Bool {
    guard var (cell, columns, height) = open else { return false }
    cell.runs = runs
    skipCovered()
    let column = rows[rows.count - 1].count
    if column > 2 * Self.spanLimit {
      columns = 1
      height = 1
    }
    rows[rows.count - 1] += [cell] + Array(repeating: Cell(), count: columns - 1)
    if height > 1 { for column in column..<column + columns { covered[column] = height - 1 } }
    open = nil
    return true
  }

  private mutating func skipCovered() {
    guard !rows.isEmpty else { return }
    while let height = covered[rows[rows.count - 1].count] {
      let column = rows[rows.count - 1].count
      covered[column] = height > 1 ? height - 1 : nil
      rows[rows.count - 1].append(Cell())
    }
  }

  /// Returns the table as a block; one with a single row or column as its cells, one below the other.
  func blocks(in containers: [RichText.Container], space: Int) -> [RichText.Block] {
    var rows = rows.filter { row in row.contains { !$0.runs.isEmpty } }
    let width = rows.map(\.count).max() ?? 0
    var isUsed = Array(repeating: false, count: width)
    for (column, cell) in rows.flatMap({ $0.enumerated() }) where !cell.runs.isEmpty { isUsed[column] = true }
    rows = rows.map { row in zip(row, isUsed).filter(\.1).map(\.0) }
    let columns = isUsed.count(where: \.self)
    guard rows.count > 1, columns > 1 else {
      let cells = rows.joined().map { $0.runs.map(\.outsideOfCell) }.filter { !$0.isEmpty }
      return cells.enumerated().map { RichText.Block(.paragraph, $1, in: containers, space: $0 == 0 ? space : 0) }
    }
    var alignments = [RichText.Alignment?](repeating: nil, count: columns)
    for row in rows.dropFirst() + rows.prefix(1) {
      for (column, cell) in row.enumerated() { alignments[column] = alignments[column] ?? cell.alignment }
    }
    if rows[0].contains(where: { !$0.runs.isEmpty && !$0.isHead }) { rows.insert([], at: 0) }
    let lines = rows.enumerated().map { number, row in
      let last = row.lastIndex { !$0.runs.isEmpty } ?? -1
      return Array(row[...last].map { number == 0 ? $0.runs : $0.strongRuns }.joined(separator: [RichText.Run("\t")]))
    }
    let runs = Array(lines.joined(separator: [RichText.Run("\n")]))
    return [RichText.Block(.table(alignments.map { $0 ?? .leading }), runs, in: containers, space: space)]
  }
}

extension TableRows.Cell {
  /// The runs in bold, for heads outside of the first row.
  fileprivate var strongRuns: [RichText.Run] {
    runs.map { isHead ? RichText.Run($0.text, $0.traits.union(.strong), link: $0.link) : $0 }
  }
}
