import Rendering
import Terminal
import Testing

struct SideBySideFramesTests {
  let size = Size(width: 11, height: 3)

  private func frame(_ lines: [Line], width: Int, height: Int = 3, cursor: Frame.Cursor? = nil) -> Frame {
    Frame(lines, size: Size(width: width, height: height), cursor: cursor)
  }

  @Test func `beside joins two frames at a divider, whatever the width of their lines`() {
    let left = frame(["abcd", "日本", "x"], width: 4)
    let sut = left.beside(frame(["12345", "", "6"], width: 6), divider: Span("│"), isCursorRight: false, in: size)
    #expect(sut.text == ["abcd│12345", "日本│", "x   │6"])
  }

  @Test func `the fill of a left line ends at the divider`() {
    let left = frame([Line("a", .plain, fill: Style(.reverse))], width: 4)
    let sut = left.beside(frame(["b"], width: 6), divider: Span("│"), isCursorRight: false, in: size)
    #expect(sut.lines[0].spans.map(\.text) == ["a", "   ", "│", "b"])
    #expect(sut.lines[0].spans[1].style == Style(.reverse))
    #expect(sut.lines[0].fill == .plain)
  }

  @Test(arguments: [(false, 2, 1), (true, 8, 2)])
  func `isCursorRight selects which of the two cursors is shown`(isRight: Bool, column: Int, row: Int) {
    let left = frame([], width: 4, cursor: .init(column: 2, row: 1))
    let right = frame([], width: 6, cursor: .init(column: 3, row: 2))
    let sut = left.beside(right, divider: Span("│"), isCursorRight: isRight, in: size)
    #expect(sut.cursor == .init(column: column, row: row))
  }

  @Test func `a click finds the key of the span under it`() {
    let line = Line([Span("日", key: "a"), Span("bc"), Span(" d ", key: .enter)])
    let sut = frame([line, "", line], width: 9)
    #expect((0..<9).map { sut.key(atColumn: $0, row: 2) } == ["a", "a", nil, nil, .enter, .enter, .enter, nil, nil])
    for (column, row) in [(0, 1), (0, 3), (0, -1), (-1, 0), (99, 0)] {
      #expect(sut.key(atColumn: column, row: row) == nil)
    }
    let cut = frame([line], width: 6)
    #expect(cut.key(atColumn: 5, row: 0) == .enter, "a span that is cut keeps its key")
  }
}
