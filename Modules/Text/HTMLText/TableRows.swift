import RichText

/// The cells of a table in the making, row by row.
struct TableRows {
  private var rows: [[(runs: [RichText.Run], isHead: Bool)]] = []
  /// The cell that is open: whether it is a head.
  private var cell: Bool?

  mutating func beginRow() { rows.append([]) }

  mutating func beginCell(isHead: Bool) {
    if rows.isEmpty { beginRow() }
    cell = isHead
  }

  /// - Returns: whether there was one to end.
  mutating func endCell(_ runs: [RichText.Run]) -> Bool {
    guard let isHead = cell else { return false }
    rows[rows.count - 1].append((runs, isHead))
    cell = nil
    return true
  }

  /// A table where its first row are heads, else a paragraph for each row.
  func blocks(in containers: [RichText.Container], space: Int) -> [RichText.Block] {
    let rows = rows.filter { row in row.contains { !$0.runs.isEmpty } }
    guard let heads = rows.first else { return [] }
    let columns = rows.map(\.count).max() ?? 0
    if rows.count > 1, columns > 1, heads.count == columns, heads.allSatisfy(\.isHead) {
      let lines = rows.map { Self.line($0.map(\.runs), between: "\t") }
      let alignments = Array(repeating: RichText.Alignment.leading, count: columns)
      let runs = Array(lines.joined(separator: [RichText.Run("\n")]))
      return [RichText.Block(.table(alignments), runs, in: containers, space: space)]
    }
    return rows.enumerated().map { number, row in
      let cells = row.map(\.runs).filter { !$0.isEmpty }
      return RichText.Block(
        .paragraph, Self.line(cells, between: " │ "), in: containers, space: number == 0 ? space : 0)
    }
  }

  private static func line(_ cells: [[RichText.Run]], between mark: String) -> [RichText.Run] {
    Array(cells.joined(separator: [RichText.Run(mark)]))
  }

  /// Where the tables begin, among the tokens, that hold nothing but rows of text: no lists, no code, no other table.
  static func simple(in tokens: [Token]) -> Set<Int> {
    var (open, simple) = ([(start: Int, isSimple: Bool)](), Set<Int>())
    for (index, token) in tokens.enumerated() {
      guard case .tag(let name, _, let isEnd) = token else { continue }
      switch (name, isEnd) {
      case ("table", false):
        if !open.isEmpty { open[open.count - 1].isSimple = false }
        open.append((index, true))
      case ("table", true):
        if let last = open.popLast(), last.isSimple { simple.insert(last.start) }
      case ("tr", _), ("p", _), ("div", _), ("br", _), ("center", _): break
      case _ where breakingElements.contains(name):
        if !open.isEmpty { open[open.count - 1].isSimple = false }
      default: break
      }
    }
    return simple
  }
}
