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

  @Test func `what a colour says is told in one that can be read on what is behind it`() {
    typealias Background = Capabilities.Background
    let unreadable: [Background: Set<Color?>] = [
      .light: [.yellow, .green, .cyan, .white, .brightYellow, .brightGreen, .brightCyan, .brightWhite, nil],
      .dark: [.black, .blue, .brightBlack, nil],
      .unknown: [
        .yellow, .green, .cyan, .white, .brightYellow, .brightGreen, .brightCyan, .brightWhite, .black, .blue,
        .brightBlack, .brightRed, .brightMagenta,
      ],
    ]
    for (background, colors) in unreadable {
      for role in Color.Role.allCases { #expect(!colors.contains(role.color(on: background)), "\(role) \(background)") }
    }
    for background in [Background.light, .dark] {
      let (failure, latest) = (Color.Role.failure.color(on: background), Color.Role.latest.color(on: background))
      #expect(failure != latest)
      #expect(latest != Color.Role.stale.color(on: background))
    }
  }

  @Test func `a role is drawn in its colour, and in none where there are none`() {
    let sut = Frame([Line("x", Style(foreground: .role(.match), .bold))], size: Size(width: 1, height: 1))
    func drawn(_ background: Capabilities.Background, _ colors: Capabilities.Colors = .sixteen) -> String {
      sut.drawn(over: nil, on: Capabilities(colors: colors, background: background))
    }
    #expect(drawn(.dark).contains("\u{1B}[1;33mx"))
    #expect(drawn(.light).contains("\u{1B}[1;34mx"))
    #expect(drawn(.unknown).contains("\u{1B}[1mx"))
    #expect(drawn(.dark, .none).contains("\u{1B}[1mx"))
  }

  @Test func `a frame looks the same on two backgrounds unless it says something in colour`() {
    let (dark, light) = (Capabilities(background: .dark), Capabilities(background: .light))
    let size = Size(width: 3, height: 1)
    let plain = Frame([Line("x", .plain)], size: size)
    let match = Frame([Line("x", Style(foreground: .role(.match)))], size: size)
    let fill = Frame([Line("x", fill: Style(background: .role(.failure)))], size: size)
    #expect(plain.looksSame(on: dark, as: light))
    #expect(match.looksSame(on: dark, as: dark))
    #expect(!match.looksSame(on: dark, as: light))
    #expect(!fill.looksSame(on: dark, as: light))
    #expect(
      match.looksSame(
        on: Capabilities(colors: .none, background: .dark), as: Capabilities(colors: .none, background: .light)))
  }
}
