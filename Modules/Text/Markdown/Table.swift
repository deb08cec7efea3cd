import RichText

/// A table as on GitHub (https://github.github.com/gfm/#tables-extension-): a header row, a row of dashes with the
/// alignment of each column, and further rows.
struct Table {
  var alignments: [RichText.Alignment]
  /// The rows, beginning with the header. A row may have fewer cells than columns, but not more.
  var rows: [[String]]

  /// Returns the table at the end of a paragraph's lines and the number of lines before it; nil if there is none.
  static func end(of lines: [Substring]) -> (table: Self, lineCount: Int)? {
    for index in lines.indices.dropFirst() where lines[index].utf8.contains(UInt8(ascii: "|")) {
      let dashes = cells(of: lines[index]).map(alignment)
      let alignments = dashes.compactMap(\.self)
      guard alignments.count == dashes.count else { continue }
      let heads = cells(of: lines[index - 1])
      guard heads.count == alignments.count else { continue }
      let rows = lines[(index + 1)...].map { Array(cells(of: $0).prefix(heads.count)) }
      return (Self(alignments: alignments, rows: [heads] + rows), index - 1)
    }
    return nil
  }

  /// Returns the alignment that `---`, `:--`, `--:` or `:-:` of any length stands for; nil for anything else.
  private static func alignment(_ dashes: String) -> RichText.Alignment? {
    let isLeft = dashes.hasPrefix(":")
    let isRight = dashes.count > 1 && dashes.hasSuffix(":")
    let line = dashes.utf8.dropFirst(isLeft ? 1 : 0).dropLast(isRight ? 1 : 0)
    guard !line.isEmpty, line.allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
    return isRight ? isLeft ? .center : .trailing : .leading
  }

  /// Returns the cells between the bars of a line. `\|` does not separate cells.
  private static func cells(of line: Substring) -> [String] {
    var cells: [[UInt8]] = [[]]
    for byte in line.trimmingSpaces.utf8 {
      if byte != UInt8(ascii: "|") {
        // Tabs separate cells in the table's text.
        cells[cells.count - 1].append(byte == 0x09 ? 0x20 : byte)
      } else if cells[cells.count - 1].last == UInt8(ascii: "\\") {
        cells[cells.count - 1][cells[cells.count - 1].count - 1] = byte
      } else {
        cells.append([])
      }
    }
    var texts = cells.map { String(Substring(decoding: $0, as: UTF8.self).trimmingSpaces) }
    if texts.count > 1, texts.first?.isEmpty == true { texts.removeFirst() }
    if texts.count > 1, texts.last?.isEmpty == true { texts.removeLast() }
    return texts
  }
}
