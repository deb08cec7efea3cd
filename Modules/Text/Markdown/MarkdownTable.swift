import RichText

/// A table as GitHub has it (https://github.github.com/gfm/#tables-extension-): a row of heads, a row of dashes that says how
/// each column stands, and the others.
struct Table {
  var alignments: [RichText.Alignment]
  /// Each with as many cells as it was written with, but none beyond the last column.
  var rows: [[String]]

  /// The table that some lines of a paragraph end with, and how many stand before it; nil where there is none.
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

  /// `---`, `:--`, `--:` or `:-:`, of any length; nil for anything else.
  private static func alignment(_ dashes: String) -> RichText.Alignment? {
    let (isLeft, isRight) = (dashes.hasPrefix(":"), dashes.count > 1 && dashes.hasSuffix(":"))
    let line = dashes.utf8.dropFirst(isLeft ? 1 : 0).dropLast(isRight ? 1 : 0)
    guard !line.isEmpty, line.allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
    return isRight ? isLeft ? .center : .trailing : .leading
  }

  /// What stands between the bars of a line; `\|` is no bar.
  private static func cells(of line: Substring) -> [String] {
    var cells: [[UInt8]] = [[]]
    for byte in line.trimmingSpaces.utf8 {
      if byte != UInt8(ascii: "|") {
        // A tab would be the end of the cell.
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
