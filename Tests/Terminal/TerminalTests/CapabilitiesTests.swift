import Terminal
import Testing

struct CapabilitiesTests {
  private static let colors: [([String: String], Capabilities.Colors)] = [
    (["TERM": "xterm"], .sixteen),
    (["TERM": "linux"], .sixteen),
    (["TERM": "vt220"], .none),
    (["TERM": "xterm-mono"], .none),
    (["TERM": "xterm-256color"], .twoHundredFiftySix),
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColor),
    (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor),
    (["TERM": "xterm-direct"], .trueColor),
    (["TERM": "xterm-kitty"], .trueColor),
    (["TERM": "screen", "COLORTERM": "truecolor"], .twoHundredFiftySix),
    (["TERM": "screen-256color", "COLORTERM": "truecolor", "TMUX": "/tmp/t,1,0"], .trueColor),
    (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
    ([:], .none),
  ]

  @Test(arguments: colors)
  func `the environment determines the number of colours`(environment: [String: String], colors: Capabilities.Colors) {
    #expect(Capabilities(environment: environment).colors == colors)
  }

  @Test(arguments: [
    (["COLORFGBG": "15;0"], Capabilities.Background.dark), (["COLORFGBG": "0;default;15"], .light),
    (["COLORFGBG": "12;8"], .dark), (["COLORFGBG": "0"], .unknown), ([:], .unknown), (["TERM": "linux"], .dark),
  ])
  func `COLORFGBG and the Linux console determine the background`(
    environment: [String: String], background: Capabilities.Background
  ) {
    let sut = Capabilities(environment: ["TERM": "xterm"].merging(environment) { $1 })
    #expect(sut.background == background)
    #expect(sut.backgroundColor == nil)
  }

  @Test(arguments: [
    (0, 0, 0, Capabilities.Background.dark), (255, 255, 255, .light), (0, 43, 54, .dark), (253, 246, 227, .light),
    (127, 127, 127, .dark), (129, 129, 129, .light), (0, 255, 0, .light), (255, 0, 0, .dark), (255, 255, 0, .light),
    (0, 0, 255, .dark),
  ])
  func `a background answer of the terminal is classified as light or dark`(
    red: UInt8, green: UInt8, blue: UInt8, background: Capabilities.Background
  ) {
    var sut = Capabilities()
    sut.background = background == .light ? .dark : .light
    sut.take(background: .init(red: red, green: green, blue: blue))
    #expect(sut.background == background)
    #expect(sut.backgroundColor == .init(red: red, green: green, blue: blue))
  }

  private static let locales: [([String: String], Bool)] = [
    (["LANG": "de_DE.UTF-8"], true),
    (["LANG": "C.utf8"], true),
    (["LANG": "C"], false),
    (["LANG": "de_DE.ISO-8859-1"], false),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"], false),
    (["LANG": "C", "LC_CTYPE": "en_US.UTF-8"], true),
    (["LANG": "C", "LC_CTYPE": "en_US.UTF-8", "LC_ALL": "C"], false),
    (["LANG": "en_US.UTF-8", "LC_ALL": ""], true),
    ([:], true),
  ]

  @Test(arguments: locales)
  func `the locale determines Unicode support`(environment: [String: String], unicode: Bool) {
    #expect(Capabilities(environment: environment).unicode == unicode)
  }

  @Test func `a terminal is dumb if TERM is missing, empty or dumb`() {
    for environment in [[:], ["TERM": ""], ["TERM": "dumb"]] as [[String: String]] {
      let sut = Capabilities(environment: environment)
      #expect(sut.isDumb)
      #expect(!sut.synchronizedOutput)
    }
    #expect(!Capabilities(environment: ["TERM": "xterm"]).isDumb)
  }

  @Test func `synchronized output is assumed only for terminals known to support it`() {
    #expect(Capabilities(environment: ["TERM": "xterm-ghostty"]).synchronizedOutput)
    #expect(!Capabilities(environment: ["TERM": "xterm-256color"]).synchronizedOutput)
  }

  @Test func `GNU screen erases without the background colour, tmux of the same TERM with it`() {
    #expect(!Capabilities(environment: ["TERM": "screen.xterm-256color"]).erasesWithBackground)
    #expect(Capabilities(environment: ["TERM": "screen", "TMUX": "/tmp/t,1,0"]).erasesWithBackground)
    #expect(Capabilities(environment: ["TERM": "xterm"]).erasesWithBackground)
  }

  @Test func `colours are ordered`() {
    #expect(Capabilities.Colors.none < .sixteen)
    #expect(Capabilities.Colors.twoHundredFiftySix < .trueColor)
  }

  @Test(arguments: [
    ("xterm-256color", true), ("tmux-256color", true), ("foot", true), ("linux", false), ("dumb", false), ("", false),
    ("vt100", false), ("screen.xterm", false), ("eterm-color", false),
  ])
  func `hyperlinks are enabled except on terminals that would print them`(term: String, expected: Bool) {
    #expect(Capabilities(environment: ["TERM": term]).hyperlinks == expected)
  }
}
