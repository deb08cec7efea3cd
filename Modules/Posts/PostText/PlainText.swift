public import RichText
import TextLayout

/// A converter of rich texts to plain text. Lines are not wrapped. Quotations and list items have prefixes, tables have
/// columns, and a link is followed by its number. The addresses of links stand below the text, except where the text of
/// a link is its address.
public struct PlainText {
  /// The addresses of the links, starting with number 1.
  private var links: [String] = []
  private var numbers: [String: Int] = [:]
  private let width: Int?

  /// - Parameter width: The width from which on a table is shown as a list of its cells; nil for no limit.
  public init(width: Int? = nil) { self.width = width }

  /// Returns a text as plain text. The numbers of its links continue those of the previous text.
  public mutating func text(of text: RichText) -> String {
    var lines = [String]()
    var hidden = Set<Int>()
    for block in text.blocks {
      let isTitle = if case .heading = block.kind { true } else { false }
      let space = lines.isEmpty ? 0 : max(block.space, isTitle ? 1 : 0)
      lines += Array(repeating: "", count: space)
      let (first, rest) = block.prefixes(quotation: "│ ", indentation: "  ") { $0 + " " }
      let code = block.kind == .code ? "  " : ""
      let room = width.map { $0 - TextLayout.width(of: rest) }
      for (number, line) in self.lines(of: block, room, &hidden).enumerated() {
        lines.append((number == 0 ? first : rest) + code + TextLayout.paragraphs(line))
      }
    }
    if !hidden.isEmpty { lines.append("") }
    lines += hidden.sorted().map { "[\($0)] \(links[$0 - 1])" }
    return lines.joined(separator: "\n")
  }

  private mutating func lines(of block: RichText.Block, _ room: Int?, _ hidden: inout Set<Int>) -> [String] {
    switch block.kind {
    case .rule: return [String(repeating: "─", count: 20)]
    case .table(let alignments):
      let cells = block.cells.map { row in row.prefix(alignments.count).map { linked($0, &hidden) } }
      let lines = Self.columns(cells, alignments)
      guard let room, lines.contains(where: { TextLayout.width(of: $0) > room }) else { return lines }
      return Self.list(cells)
    case .paragraph, .code, .heading:
      return linked(block.runs, &hidden).lines
    }
  }

  private mutating func linked(_ runs: [RichText.Run], _ hidden: inout Set<Int>) -> String {
    var text = ""
    var shown = ""
    for (index, run) in runs.enumerated() {
      text += run.text
      guard let link = run.link else { continue }
      shown += run.text
      if index + 1 < runs.count, runs[index + 1].link == link { continue }
      // Every link has a number, because the reader shows all of them.
      let number = number(of: link)
      if shown != link {
        text += " [\(number)]"
        hidden.insert(number)
      }
      shown = ""
    }
    return text
  }

  private mutating func number(of link: String) -> Int {
    if let number = numbers[link] { return number }
    links.append(link)
    numbers[link] = links.count
    return links.count
  }

  /// Returns the cells of a table, a line each with the heading of its column, and an empty line between rows.
  private static func list(_ rows: [[String]]) -> [String] {
    let heads = rows.first ?? []
    if rows.count < 2 { return heads.filter { !$0.isEmpty } }
    return rows.dropFirst().map { row in
      row.enumerated().compactMap { column, cell in
        if cell.isEmpty { return nil }
        let head = heads.indices.contains(column) ? heads[column] : ""
        return head.isEmpty ? cell : "\(head): \(cell)"
      }
    }.filter { !$0.isEmpty }.joined(separator: [""]).flatMap { $0.lines }
  }

  /// Returns the lines of a table, with a rule below its heading, if it has one. A title among the rows makes no column
  /// wider.
  private static func columns(_ rows: [[String]], _ alignments: [RichText.Alignment]) -> [String] {
    let sized =
      rows.prefix(1) + rows.dropFirst().filter { $0.dropFirst().contains { !$0.isEmpty } || alignments.count == 1 }
    let widths = alignments.indices.map { column in
      sized.map { column < $0.count ? $0[column].lines.map { TextLayout.width(of: $0) }.max() ?? 0 : 0 }.max() ?? 0
    }
    var lines = rows.map { row in
      let cells = row.map(\.lines)
      return (0..<(cells.map(\.count).max() ?? 1)).map { line in
        let last = cells.lastIndex { line < $0.count && !$0[line].isEmpty } ?? -1
        return cells[...last].enumerated().map { column, lines in
          let cell = line < lines.count ? lines[line] : ""
          let room = max(0, widths[column] - TextLayout.width(of: cell))
          let before = [.leading: 0, .center: room / 2, .trailing: room][alignments[column]] ?? 0
          let after = column < last ? room - before + 2 : 0
          return String(repeating: " ", count: before) + cell + String(repeating: " ", count: after)
        }.joined()
      }
    }
    let width = widths.reduce(0, +) + 2 * max(0, widths.count - 1)
    if rows.first?.allSatisfy(\.isEmpty) == true { return Array(lines.dropFirst().joined()) }
    lines.insert([String(repeating: "─", count: max(1, width))], at: min(1, lines.count))
    return Array(lines.joined())
  }
}

extension String {
  /// The lines, of which some may be empty.
  fileprivate var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
