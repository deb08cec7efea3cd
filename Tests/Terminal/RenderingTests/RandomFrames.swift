import Rendering
import Terminal
import TerminalTestSupport
import TestSupport

/// A generator of random frames, much less regular than those of the reader.
struct RandomFrames {
  var generator: SeededGenerator

  private static let texts = [
    "a", "bc", "plain text ", "     ", "日本", "日", "é", "e\u{301}", "👩‍👩‍👧‍👦", "😀", "👍🏽", "🇩🇪", "1️⃣", "❤️", "שלום", "مرحبا",
    "किताब", "\u{200B}", "\u{200F}", "│", "—", "\u{1B}[2J", "\t", "…", "한글", "สวัสดี",
    "\u{1100}\u{1161}\u{11A8}",
  ]
  private static let styles: [Style] = [
    .plain, .plain, .plain, Style(.bold), Style(.reverse), Style(foreground: .red), Style(background: .blue),
    Style(foreground: .palette(123), background: .rgb(red: 1, green: 2, blue: 3), [.dim, .underline]),
  ]

  mutating func line() -> Line {
    let spans = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      let text = (0..<Int.random(in: 0...6, using: &generator))
        .map { _ in Self.texts.randomElement(using: &generator) ?? "" }.joined()
      return Span(text, Self.styles.randomElement(using: &generator) ?? .plain)
    }
    let isFilled = Int.random(in: 0..<4, using: &generator) == 0
    return Line(spans, fill: isFilled ? Self.styles.randomElement(using: &generator) ?? .plain : .plain)
  }

  mutating func frame(_ size: Size) -> Frame {
    let cursor =
      Bool.random(using: &generator)
      ? Frame.Cursor(
        column: Int.random(in: 0...size.width, using: &generator),
        row: Int.random(in: 0...size.height, using: &generator))
      : nil
    return Frame(
      (0..<Int.random(in: 0...size.height, using: &generator)).map { _ in line() }, size: size, cursor: cursor)
  }

  /// Returns a similar frame: some lines are changed, and perhaps all lines are moved.
  mutating func changed(_ frame: Frame) -> Frame {
    var lines = frame.lines
    let moved = Int.random(in: -3...3, using: &generator)
    if moved != 0, lines.count > 5, Bool.random(using: &generator) {
      let middle = (1..<lines.count - 1).map { row in
        (1..<lines.count - 1).contains(row + moved) ? frame.lines[row + moved] : line()
      }
      lines.replaceSubrange(1..<lines.count - 1, with: middle)
    }
    for _ in 0..<Int.random(in: 0...2, using: &generator) where !lines.isEmpty {
      let row = Int.random(in: 0..<lines.count, using: &generator)
      let spans = lines[row].spans
      if Bool.random(using: &generator), !spans.isEmpty {
        lines[row].spans[Int.random(in: 0..<spans.count, using: &generator)].style = Style(.reverse)
      } else {
        lines[row] = line()
      }
    }
    return Frame(lines, size: frame.size, cursor: frame.cursor)
  }
}
