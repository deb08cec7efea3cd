import Rendering
import Terminal
import Testing

struct ColorTests {
  private static let colors: [(Color, Capabilities.Colors, Color?)] = [
    (.red, .none, nil), (.red, .sixteen, .red), (.brightCyan, .trueColor, .brightCyan),
    (.palette(196), .twoHundredFiftySix, .palette(196)), (.palette(196), .sixteen, .brightRed),
    (.palette(232), .sixteen, .black), (.palette(255), .sixteen, .white),
    (.rgb(red: 255, green: 0, blue: 0), .trueColor, .rgb(red: 255, green: 0, blue: 0)),
    (.rgb(red: 255, green: 0, blue: 0), .twoHundredFiftySix, .palette(196)),
    (.rgb(red: 255, green: 0, blue: 0), .sixteen, .brightRed),
    (.rgb(red: 8, green: 8, blue: 8), .twoHundredFiftySix, .palette(232)),
    (.rgb(red: 95, green: 135, blue: 175), .twoHundredFiftySix, .palette(67)),
    (.rgb(red: 1, green: 2, blue: 3), .none, nil),
  ]

  @Test(arguments: colors)
  func `a colour becomes the nearest there is`(color: Color, colors: Capabilities.Colors, nearest: Color?) {
    #expect(color.downgraded(to: colors) == nearest)
  }

  @Test func `a style keeps what needs no colour`() {
    let sut = Style(foreground: .red, background: .blue, [.bold, .underline])
    #expect(sut.downgraded(to: .none) == Style([.bold, .underline]))
    #expect(sut.downgraded(to: .sixteen) == sut)
  }

  private static let codes: [(Style, String)] = [
    (Style([.bold, .dim, .italic, .underline, .reverse, .strikethrough]), "\u{1B}[1;2;3;4;7;9m"),
    (Style(foreground: .red, background: .blue), "\u{1B}[31;44m"),
    (Style(foreground: .brightBlack, background: .brightWhite), "\u{1B}[90;107m"),
    (Style(foreground: .palette(123), background: .palette(16)), "\u{1B}[38;5;123;48;5;16m"),
    (Style(foreground: .rgb(red: 1, green: 20, blue: 255)), "\u{1B}[38;2;1;20;255m"),
  ]

  @Test(arguments: codes)
  func `a style is set before its text and reset after it`(style: Style, code: String) {
    let sut = Frame([Line("x", style)], size: Size(width: 1, height: 1))
    #expect(sut.drawn(over: nil, on: Capabilities(colors: .trueColor)).contains("\(code)x\u{1B}[m"))
  }
}
