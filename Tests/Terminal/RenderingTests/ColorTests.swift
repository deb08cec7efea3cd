import Foundation
import Rendering
import Terminal
import TerminalTestSupport
import Testing

struct ColorTests {
  private static let colors: [(Color, Capabilities.Colors, Color?)] = [
    (.red, .none, nil), (.red, .sixteen, .red), (.brightCyan, .trueColor, .brightCyan),
    (.palette(196), .twoHundredFiftySix, .palette(196)),
    (.rgb(red: 255, green: 0, blue: 0), .trueColor, .rgb(red: 255, green: 0, blue: 0)),
    (.rgb(red: 255, green: 0, blue: 0), .twoHundredFiftySix, .palette(196)),
    (.rgb(red: 255, green: 0, blue: 0), .sixteen, nil),
    (.rgb(red: 8, green: 8, blue: 8), .twoHundredFiftySix, .palette(232)),
    (.rgb(red: 95, green: 135, blue: 175), .twoHundredFiftySix, .palette(67)),
    (.rgb(red: 1, green: 2, blue: 3), .none, nil),
  ]

  @Test(arguments: colors)
  func `a colour is replaced by the nearest that the terminal supports`(
    color: Color, colors: Capabilities.Colors, nearest: Color?
  ) {
    #expect(color.downgraded(to: colors) == nearest)
  }

  @Test func `a style retains its text attributes on a terminal without colours`() {
    let sut = Style(foreground: .red, background: .blue, [.bold, .underline])
    let frame = Frame([Line("x", sut)], size: Size(width: 1, height: 1))
    #expect(frame.drawn(over: nil, on: Capabilities(colors: .none)).contains("\u{1B}[1;4mx"))
    #expect(frame.drawn(over: nil, on: Capabilities(colors: .sixteen)).contains("\u{1B}[1;4;31;44mx"))
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

  /// The palette colours that no text uses: black and the whites, colours that cannot be read on black or on white, and
  /// the colours that are greys in Solarized, whose dark background is bright black.
  private static let unreadable: [Capabilities.Background: Set<Color>] = [
    .light: [
      .black, .white, .brightWhite, .brightBlack, .yellow, .green, .cyan, .brightYellow, .brightGreen, .brightCyan,
      .brightBlue,
    ],
    .dark: [
      .black, .white, .brightWhite, .brightBlack, .blue, .brightYellow, .brightGreen, .brightCyan, .brightBlue,
    ],
    .unknown: [
      .black, .white, .brightWhite, .brightBlack, .yellow, .green, .cyan, .brightYellow, .brightGreen, .brightCyan,
      .brightBlue, .blue, .brightRed, .brightMagenta,
    ],
  ]

  @Test(arguments: [Capabilities.Background.light, .dark, .unknown])
  func `the colour of every text role is readable on its background`(background: Capabilities.Background) {
    let capabilities = Capabilities(colors: .trueColor, background: background)
    for role in Color.Role.allCases where role != .shade && role != .focusShade {
      guard let color = role.color(on: capabilities) else { continue }
      #expect(Self.unreadable[background]?.contains(color) == false, "\(role)")
      guard case .palette(..<16) = color else {
        Issue.record("\(role) is \(color)")
        continue
      }
    }
  }

  @Test(
    arguments: [
      (Color.Role.accent, Color.cyan, Color.blue, Color.magenta), (.focus, .cyan, .blue, .magenta),
      (.unread, .yellow, .magenta, .magenta), (.trouble, .brightRed, .red, .red),
      (.literal, .cyan, .blue, .magenta), (.shade, nil, nil, nil),
      (.focusShade, nil, nil, nil),
    ] as [(Color.Role, Color?, Color?, Color?)])
  func `with sixteen colours each role has a colour for every background, also an unknown one, and shades have none`(
    role: Color.Role, dark: Color?, light: Color?, unknown: Color?
  ) {
    #expect(role.color(on: Capabilities(colors: .sixteen, background: .dark)) == dark)
    #expect(role.color(on: Capabilities(colors: .sixteen, background: .light)) == light)
    #expect(role.color(on: Capabilities(colors: .sixteen, background: .unknown)) == unknown)
  }

  /// The text and background colours of themes, with the expected shades.
  private static let themes: [(String, text: (Int, Int, Int), behind: (Int, Int, Int), shade: (Int, Int, Int))] = [
    ("black", (229, 229, 229), (0, 0, 0), (21, 21, 21)), ("white", (0, 0, 0), (255, 255, 255), (240, 240, 240)),
    ("Solarized dark", (131, 148, 150), (0, 43, 54), (21, 60, 70)),
    ("Solarized light", (101, 123, 131), (253, 246, 227), (238, 232, 214)),
    ("One Dark", (171, 178, 191), (40, 44, 52), (57, 61, 68)), ("Nord", (216, 222, 233), (46, 52, 64), (63, 68, 79)),
    ("Gruvbox light", (60, 56, 54), (251, 241, 199), (236, 227, 188)),
  ]

  @Test(arguments: themes)
  func `text is readable on the shade derived from the terminal's background`(
    theme: (String, text: (Int, Int, Int), behind: (Int, Int, Int), shade: (Int, Int, Int))
  ) {
    func byte(_ value: Int) -> UInt8 { UInt8(value) }
    var capabilities = Capabilities(colors: .trueColor)
    let behind = theme.behind
    let shaded = theme.shade
    capabilities.take(background: .init(red: byte(behind.0), green: byte(behind.1), blue: byte(behind.2)))
    let shade = Color.rgb(red: byte(shaded.0), green: byte(shaded.1), blue: byte(shaded.2))
    #expect(Color.Role.shade.color(on: capabilities) == shade)
    #expect(Color.Role.focusShade.color(on: capabilities) == shade)
    #expect(Color.Role.literal.color(on: capabilities) == nil)
    #expect(contrast(theme.text, theme.shade) > 3.5)
    #expect(
      (1.05...1.4).contains(contrast(theme.behind, theme.shade)), "the shade differs slightly from the background")
  }

  @Test func `the shade is the nearest of 256 colours, derived from black or white without an answer`() {
    var capabilities = Capabilities(colors: .twoHundredFiftySix, background: .dark)
    #expect(Color.Role.shade.color(on: capabilities) == .palette(233))
    capabilities.take(background: .init(red: 0, green: 43, blue: 54))
    #expect(capabilities.background == .dark)
    #expect(Color.Role.shade.color(on: capabilities) == .palette(236))
    capabilities.take(background: .init(red: 253, green: 246, blue: 227))
    #expect(capabilities.background == .light)
    #expect(Color.Role.shade.color(on: capabilities) == .palette(254))
    #expect(Color.Role.shade.color(on: Capabilities(colors: .trueColor, background: .unknown)) == nil)
    #expect(
      Color.Role.shade.color(on: Capabilities(colors: .trueColor, background: .light))
        == .rgb(red: 240, green: 240, blue: 240))
  }

  /// Returns the contrast of two colours (WCAG 2).
  private func contrast(_ one: (Int, Int, Int), _ other: (Int, Int, Int)) -> Double {
    func luminance(_ color: (Int, Int, Int)) -> Double {
      func linear(_ value: Int) -> Double {
        let share = Double(value) / 255
        return share <= 0.040_45 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(color.0) + 0.7152 * linear(color.1) + 0.0722 * linear(color.2)
    }
    let darker = min(luminance(one), luminance(other))
    let lighter = max(luminance(one), luminance(other))
    return (lighter + 0.05) / (darker + 0.05)
  }

  @Test func `a role is drawn in the colour for its background, and without colours in none`() {
    let sut = Frame([Line("x", Style(foreground: .role(.unread), .bold))], size: Size(width: 1, height: 1))
    func drawn(_ background: Capabilities.Background, _ colors: Capabilities.Colors = .sixteen) -> String {
      sut.drawn(over: nil, on: Capabilities(colors: colors, background: background))
    }
    #expect(drawn(.dark).contains("\u{1B}[1;33mx"))
    #expect(drawn(.light).contains("\u{1B}[1;35mx"))
    #expect(drawn(.unknown).contains("\u{1B}[1;35mx"))
    #expect(drawn(.dark, .none).contains("\u{1B}[1mx"))
  }

  @Test func `a frame looks the same on two backgrounds unless it uses a coloured role`() {
    let dark = Capabilities(background: .dark)
    let light = Capabilities(background: .light)
    let size = Size(width: 3, height: 1)
    let plain = Frame([Line("x", .plain)], size: size)
    let unread = Frame([Line("x", Style(foreground: .role(.unread)))], size: size)
    let fill = Frame([Line("x", fill: Style(background: .role(.trouble)))], size: size)
    #expect(plain.looksSame(on: dark, as: light))
    #expect(unread.looksSame(on: dark, as: dark))
    #expect(!unread.looksSame(on: dark, as: light))
    #expect(!fill.looksSame(on: dark, as: light))
    #expect(
      unread.looksSame(
        on: Capabilities(colors: .none, background: .dark), as: Capabilities(colors: .none, background: .light)))
  }

  @Test func `a background answer changes only the shade`() {
    let size = Size(width: 1, height: 1)
    let before = Capabilities(colors: .trueColor, background: .dark)
    var after = before
    after.take(background: .init(red: 30, green: 30, blue: 46))
    let unread = Frame([Line("x", Style(foreground: .role(.unread)))], size: size)
    let code = Frame([Line("x", Style(background: .role(.shade)))], size: size)
    #expect(unread.looksSame(on: before, as: after))
    #expect(!code.looksSame(on: before, as: after))
  }
}

/// The palette colours that no role uses.
extension Color {
  fileprivate static let black = palette(0)
  fileprivate static let green = palette(2)
  fileprivate static let white = palette(7)
  fileprivate static let brightBlack = palette(8)
  fileprivate static let brightGreen = palette(10)
  fileprivate static let brightYellow = palette(11)
  fileprivate static let brightBlue = palette(12)
  fileprivate static let brightMagenta = palette(13)
  fileprivate static let brightCyan = palette(14)
  fileprivate static let brightWhite = palette(15)
}
