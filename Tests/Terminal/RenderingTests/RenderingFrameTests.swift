import Rendering
import Terminal
import Testing

struct RenderingFrameTests {
  @Test func `a frame's lines are cut and filled up to its size`() {
    let sut = Frame(["hello world", "日本語", "three"], size: Size(width: 5, height: 2))
    #expect(sut.lines.count == 2)
    #expect(sut.text == ["hello", "日本"])
    #expect(Frame(["one"], size: Size(width: 5, height: 3)).text == ["one", "", ""])
  }

  @Test func `a cursor outside the frame is moved inside it`() {
    let sut = Frame([], size: Size(width: 5, height: 3), cursor: Frame.Cursor(column: 9, row: -1))
    #expect(sut.cursor == Frame.Cursor(column: 4, row: 0))
    #expect(Frame([], size: Size(width: 0, height: 3), cursor: Frame.Cursor(column: 0, row: 0)).cursor == nil)
  }

  @Test func `a line is cut across its spans`() {
    let sut = Line([Span("one "), Span("two", Style(.bold)), Span(" three")])
    #expect(sut.width == 13)
    #expect(sut.cut(to: 13) == sut)
    #expect(sut.cut(to: 6) == Line([Span("one "), Span("t…", Style(.bold))]))
    #expect(sut.cut(to: 8) == Line([Span("one "), Span("two", Style(.bold)), Span("…")]))
    #expect(sut.cut(to: 5, ellipsis: "~").text == "one ~")
    #expect(sut.cut(to: 1).text == "…")
    #expect(sut.cut(to: 0).text == "")
    #expect(Line("日本語").cut(to: 4).text == "日…")
  }

  @Test func `adding lines joins their spans and takes the fill of the second`() {
    let sut = Line("left", Style(.bold)) + Line(" right", fill: Style(.reverse))
    #expect(sut.text == "left right")
    #expect(sut.fill == Style(.reverse))
    #expect(sut.spans.count == 2)
  }

  @Test func `a span replaces control characters and line ends`() {
    let sut = Span("a\u{1B}[1m\nb")
    #expect(sut.text == "a␛[1m b")
    #expect(sut.width == 7)
  }
}
