import ItemDetail
import Rendering
import RichText
import Testing

struct TableLayoutTests {
  /// Returns a table. Each argument is a row, with bars between its cells.
  func table(_ alignments: [RichText.Alignment], _ rows: String...) -> RichText {
    var runs: [RichText.Run] = []
    for (row, line) in rows.enumerated() {
      if row > 0 { runs.append(.init("\n")) }
      for (column, cell) in line.split(separator: "|", omittingEmptySubsequences: false).enumerated() {
        if column > 0 { runs.append(.init("\t")) }
        if !cell.isEmpty { runs.append(.init(String(cell))) }
      }
    }
    return RichText([.init(.table(alignments), runs)])
  }

  func lines(_ text: RichText, width: Int) -> [String] {
    var layout = DetailLayout(width: width)
    layout.add(text)
    return layout.lines.map { line in
      var text = line.text
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  @Test func `columns fit their widest cell and follow their alignment`() {
    let text = table([.leading, .center, .trailing], "Stop|By|Time", "Quay|ferry|6:14", "紙|a|17:02")
    #expect(
      lines(text, width: 40) == [
        " Stop   By     Time", " ──────────────────", " Quay  ferry   6:14", " 紙      a    17:02",
      ])
  }

  @Test func `missing cells are empty, and cells beyond the last column are left out`() {
    let text = table([.leading, .leading], "A|B", "x", "|y|z", "")
    #expect(lines(text, width: 40) == [" A  B", " ────", " x", "    y", ""])
  }

  @Test func `columns shrink and wrap between words, and rows become lists in a very narrow window`() {
    let text = table([.leading, .trailing], "Stop|Remarks", "Quay|the long way round", "Mill|none")
    #expect(lines(text, width: 30).first == " Stop             Remarks")
    #expect(
      lines(text, width: 22) == [
        " Stop         Remarks", " ────────────────────", " Quay    the long way", "                round",
        " Mill            none",
      ])
    #expect(
      lines(text, width: 13) == [
        " Stop: Quay", " Remarks:", " the long", " way round", "", " Stop: Mill", " Remarks:", " none",
      ])
    #expect(lines(table([.leading, .leading], "a long head|another"), width: 12) == [" a long", " head", " another"])
  }

  @Test(arguments: [(46, 3), (80, 2), (120, 1)])
  func `the widest column shrinks first, and a table uses the whole window's width`(width: Int, height: Int) {
    let long = String(repeating: "word ", count: 12)
    let found = lines(table([.leading, .leading, .leading], "A|B|C", "four|no more than this|\(long)"), width: width)
    #expect(found.count == 2 + height)
    #expect(found.allSatisfy { $0.count < width })
    #expect(found[2].contains("four  no more than this  word"))
  }

  @Test func `a table without heads has no rule, and a title spans all columns`() {
    let text = table([.leading, .leading], "", "a|b", "A title that is long|", "c|d")
    #expect(lines(text, width: 40) == [" a  b", " A title that is long", " c  d"])
    #expect(lines(table([.leading, .leading], "", "abcdefghi|bcdefghij"), width: 12) == [" abcdefghi", " bcdefghij"])
    #expect(lines(table([.trailing], "A", "bcd"), width: 12) == ["   A", " ───", " bcd"])
    #expect(
      lines(table([.trailing, .center], "Title|", "a|", "|b"), width: 12) == [" Title", " ────────", " a", "        b"])
  }

  @Test func `a line break in a cell breaks its line`() {
    let text = table([.leading, .trailing], "A|B", "two\u{2028}lines|1", "x|three\u{2028}of\u{2028}them here")
    #expect(
      lines(text, width: 40) == [
        " A              B", " ────────────────", " two            1", " lines", " x          three",
        "               of", "        them here",
      ])
    #expect(lines(text, width: 12) == [" A: two", " lines", " B: 1", "", " A: x", " B: three", " of", " them here"])
  }

  @Test func `heads are strong`() {
    var layout = DetailLayout(width: 40)
    layout.add(table([.leading], "Stop", "Quay"))
    func isStrong(_ line: Line) -> Bool { line.spans.contains { $0.style.attributes.contains(.bold) } }
    #expect(layout.lines.map(isStrong) == [true, false, false])
  }
}
