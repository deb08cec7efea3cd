import Essentials
import Rendering
import StyleGuide
import Terminal
import TerminalTestSupport
import Testing

struct ThemeTests {
  /// Returns the codes of a text in a style.
  private func codes(_ style: Style, _ capabilities: Capabilities) -> String {
    let frame = Frame([Line("x", style)], size: Size(width: 1, height: 1))
    let before = frame.drawn(over: nil, on: capabilities).prefix { $0 != "x" }
    let start = before.lastIndex(of: "[").map { before.index(after: $0) } ?? before.startIndex
    return before.hasSuffix("m") ? String(before[start...].dropLast()) : ""
  }

  private static let styles: [(Style, dark: String, light: String, unknown: String, none: String)] = [
    (.title, "1;36", "1;34", "1;35", "1"), (.selected, "7;36", "7;34", "7;35", "7"), (.selectedAside, "", "", "", ""),
    (.heading, "1;36", "1;34", "1;35", "1"), (.strong, "1", "1", "1", "1"), (.quiet, "2", "2", "2", "2"),
    (.key, "36", "34", "35", ""), (.link, "4;36", "4;34", "4;35", "4"), (.bar, "2;36", "2;34", "2;35", "2"),
    (.code, "36", "34", "35", ""), (.unread, "33", "35", "35", ""), (.badge, "33", "35", "35", ""),
    (.match, "1;4;33", "1;4;35", "1;4;35", "1;4"), (.currentMatch, "1;7;33", "1;7;35", "1;7;35", "1;7"),
    (.failure, "1;91", "1;31", "1;31", "1"), (.reason, "91", "31", "31", ""),
  ]

  @Test(arguments: styles)
  func `each style is made of the first sixteen colours`(
    style: Style, dark: String, light: String, unknown: String, none: String
  ) {
    #expect(codes(style, Capabilities(colors: .sixteen, background: .dark)) == dark)
    #expect(codes(style, Capabilities(colors: .sixteen, background: .light)) == light)
    #expect(codes(style, Capabilities(colors: .sixteen, background: .unknown)) == unknown)
    #expect(codes(style, Capabilities(colors: .none, background: .dark)) == none)
  }

  private static let shaded: [(Style, dark: String, light: String)] = [
    (.title, "1;36;48;2;21;21;21", "1;34;48;2;238;232;214"), (.selectedAside, "48;2;21;21;21", "48;2;238;232;214"),
    (.code, "48;2;21;21;21", "48;2;238;232;214"), (.badge, "33;48;2;21;21;21", "35;48;2;238;232;214"),
    (.quiet, "2", "2"), (.selected, "7;36", "7;34"),
  ]

  @Test(arguments: shaded)
  func `with true colour some styles have a shade of the terminal's background`(
    style: Style, dark: String, light: String
  ) {
    var black = Capabilities(colors: .trueColor)
    var solarized = Capabilities(colors: .trueColor)
    black.take(background: .init(red: 0, green: 0, blue: 0))
    solarized.take(background: .init(red: 253, green: 246, blue: 227))
    #expect(codes(style, black) == dark)
    #expect(codes(style, solarized) == light)
  }

  @Test func `titles and selections are dimmed without focus, and other styles stay`() {
    func away(_ style: Style) -> Style {
      var style = style
      style.removeFocus()
      return style
    }
    #expect(away(.title) == .quiet)
    #expect(away(.selected) == .selectedAside)
    var strong = Style.selected
    strong.attributes.insert(.bold)
    #expect(away(strong) == Style(background: .role(.shade), .bold))
    for style in [Style.heading, .strong, .quiet, .link, .bar, .code, .unread, .badge, .match, .failure, .reason] {
      #expect(away(style) == style)
    }
  }

  @Test func `the header fills the screen's width, and its detail and freshness are dim`() {
    let size = Size(width: 30, height: 4)
    let head = header(
      "Posts", detail: "4 unread", .live(.distantPast), now: .distantPast, width: size.width)
    let lines = Frame(header: head, body: [Line("body")], StatusBar(), in: size).lines
    #expect(lines[0].spans.allSatisfy { $0.style.background == .role(.focusShade) })
    #expect(lines[0].fill.background == .role(.focusShade))
    func style(_ text: String) -> Style? { lines[0].spans.first { $0.text.contains(text) }?.style }
    #expect(style("Posts") == .title)
    #expect(style("4 unread") == Style(background: .role(.focusShade), .dim))
    #expect(style("live") == Style(background: .role(.focusShade), .dim))
    #expect(lines[1].spans.allSatisfy { $0.style == .plain })
  }

  @Test func `a key has a colour of its own before dim words`() {
    let spans = statusLine(at: "1/9", [], keys: ["? help", "↵ open"], width: 40).spans
    #expect(spans.first?.style == .quiet)
    #expect(spans.suffix(4).map(\.text) == [" ?", " help ", " ↵", " open "])
    #expect(spans.suffix(4).map(\.style) == [.key, .quiet, .key, .quiet])
    #expect(Line(spans).statusParts.hints == [Span(hint: "? help"), Span(hint: "↵ open")])
    #expect(statusLine([], keys: ["j k scroll"], width: 40).spans.suffix(2).map(\.text) == [" j k", " scroll "])
  }
}
