import Rendering
import Terminal
import TerminalTestSupport
import Testing

/// Tests of the number of bytes written per key press, in a list of 120x40 cells.
struct CostTests {
  private let size = Size(width: 120, height: 40)

  private func list(from first: Int, selected: Int) -> Frame {
    let header = Line("Posts — live", Style(.bold))
    let rows = (first..<first + size.height - 2).map { number in
      let title = "\(number). sunt aut facere repellat provident occaecati excepturi \(number * 7_919 % 10_007)"
      return number == selected
        ? Line([Span("▸ ", Style(foreground: .cyan)), Span(title, Style(.bold))]) : Line("  " + title)
    }
    let status = Line("\(selected)/100000   ↑↓ move  ⏎ open  r reload  / filter  ? help  q quit", Style(.dim))
    return Frame(
      [header] + rows + [status], size: size, cursor: Frame.Cursor(column: 0, row: selected - first + 1))
  }

  private func cost(from old: Frame, to new: Frame) -> Int {
    let drawn = new.drawn(over: old, on: Capabilities(synchronizedOutput: true))
    var screen = VirtualScreen(size: size)
    screen.write(old.drawn(over: nil, on: Capabilities()))
    screen.write(drawn)
    #expect(screen.text == new.text)
    #expect(screen.complaints == [])
    return drawn.utf8.count
  }

  @Test func `moving the selection costs at most 200 bytes`() {
    #expect(cost(from: list(from: 100, selected: 110), to: list(from: 100, selected: 111)) <= 200)
    #expect(cost(from: list(from: 100, selected: 110), to: list(from: 100, selected: 109)) <= 200)
  }

  @Test func `scrolling by a line costs at most 300 bytes`() {
    #expect(cost(from: list(from: 100, selected: 137), to: list(from: 101, selected: 138)) <= 300)
    #expect(cost(from: list(from: 100, selected: 100), to: list(from: 99, selected: 99)) <= 300)
  }

  @Test func `scrolling by three lines costs at most 500 bytes`() {
    #expect(cost(from: list(from: 100, selected: 137), to: list(from: 103, selected: 140)) <= 500)
  }

  @Test func `drawing a whole page costs less than its text and 16 bytes per row`() {
    let new = list(from: 500, selected: 500)
    let shown = new.text.reduce(0) { $0 + $1.utf8.count }
    #expect(cost(from: list(from: 100, selected: 100), to: new) < shown + size.height * 16)
  }

  @Test func `a change does not rewrite the text beside it, even with characters of ambiguous width`() {
    func frame(_ mark: String) -> Frame {
      let right = Frame([Line("right ● of it 日本 👍🏽")], size: Size(width: 40, height: 1))
      return Frame([Line(mark + " ● title")], size: Size(width: 60, height: 1)).beside(
        right, divider: Span("│"), isCursorRight: false, in: Size(width: 101, height: 1))
    }
    #expect(frame("›").drawn(over: frame(" "), on: Capabilities()) == "\u{1B}[H›\u{1B}[2G ")
  }
}
