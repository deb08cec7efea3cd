import Rendering
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

/// Tests of the bytes that are written for links.
struct HyperlinkTests {
  let size = Size(width: 12, height: 2)
  let link = Hyperlink(id: "1", address: "https://a.org/x")

  func frame(_ lines: [Line]) -> Frame { Frame(lines, size: size) }

  @Test func `a link begins before its text and ends behind it`() {
    let frame = frame([Line([Span("a "), Span("b c", .plain, link: link), Span(" d")])])
    #expect(
      frame.drawn(over: nil, on: Capabilities()) == "\u{1B}[m\u{1B}[H\u{1B}[2J\u{1B}[Ha "
        + "\u{1B}]8;id=1;https://a.org/x\u{1B}\\b c\u{1B}]8;;\u{1B}\\ d\u{1B}[?25l")
  }

  @Test func `a link ends with its line and does not extend over the erased rest`() {
    let frame = frame([Line([Span("語", .plain, link: link)]), "b"])
    #expect(
      frame.drawn(over: nil, on: Capabilities()) == "\u{1B}[m\u{1B}[H\u{1B}[2J\u{1B}[H"
        + "\u{1B}]8;id=1;https://a.org/x\u{1B}\\語\u{1B}]8;;\u{1B}\\\u{1B}[2Hb\u{1B}[?25l")
  }

  @Test func `text is rewritten when only its link changes, and no other text is`() throws {
    let other = try #require(Hyperlink(id: "2", address: "https://b.org"))
    let before = frame([Line([Span("ab "), Span("cd", .plain, link: link)])])
    let after = frame([Line([Span("ab "), Span("cd", .plain, link: other)])])
    #expect(
      after.drawn(over: before, on: Capabilities())
        == "\u{1B}[1;4H\u{1B}]8;id=2;https://b.org\u{1B}\\cd\u{1B}]8;;\u{1B}\\")
    let without = frame([Line([Span("ab "), Span("cd")])])
    #expect(without.drawn(over: before, on: Capabilities()) == "\u{1B}[1;4Hcd")
    #expect(after.drawn(over: after, on: Capabilities()) == "")
  }

  @Test func `trailing spaces with a link are written, not erased`() {
    let frame = frame([Line([Span("a    ", .plain, link: link)])])
    #expect(frame.drawn(over: nil, on: Capabilities()).contains("x\u{1B}\\a    \u{1B}]8;;"))
  }

  @Test func `a terminal without hyperlink support gets the text without links`() {
    let frame = frame([Line([Span("b c", .plain, link: link)])])
    #expect(!frame.drawn(over: nil, on: Capabilities(hyperlinks: false)).contains("]8;"))
  }

  @Test func `a link that is cut off remains a link`() throws {
    let cut = Line([Span("abcdef", .plain, link: link)]).cut(to: 4)
    #expect(cut.spans.map(\.link) == [link])
    #expect(cut.text == "abc…")
    let plain = frame([cut]).drawn(over: nil, on: Capabilities(unicode: false))
    #expect(plain.contains("x\u{1B}\\abc~\u{1B}]8;;"))
  }

  @Test func `a link's id and address contain no control characters, and long addresses are refused`() throws {
    let hostile = try #require(Hyperlink(id: "a;b:\u{1B}é1", address: "https://a.org/\u{1B}\\ é\u{7}\u{9C}"))
    #expect(hostile.id == "ab1")
    #expect(hostile.address == "https://a.org/%1B\\%20%C3%A9%07%C2%9C")
    #expect(Hyperlink(id: "1", address: "") == nil)
    #expect(Hyperlink(id: "1", address: String(repeating: "x", count: 2_084)) == nil)
    #expect(Hyperlink(id: "1", address: String(repeating: "é", count: 1_000)) == nil)
    #expect(Hyperlink(id: "1", address: String(repeating: "x", count: 2_083)) != nil)
    let nameless = try #require(Hyperlink(id: "", address: "x:"))
    let drawn = frame([Line([Span("a", .plain, link: nameless)])]).drawn(over: nil, on: Capabilities())
    #expect(drawn.contains("\u{1B}]8;;x:\u{1B}\\a"))
  }
}
