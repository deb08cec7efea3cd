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
    (["TERM": "xterm-kitty", "NO_COLOR": "1"], .none),
    (["TERM": "xterm", "NO_COLOR": ""], .sixteen),
    (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
    ([:], .none),
  ]

  @Test(arguments: colors)
  func `the environment tells the colours`(environment: [String: String], colors: Capabilities.Colors) {
    #expect(Capabilities(environment: environment).colors == colors)
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
  func `the locale tells whether there is Unicode`(environment: [String: String], unicode: Bool) {
    #expect(Capabilities(environment: environment).unicode == unicode)
  }

  @Test func `a dumb terminal has no cursor`() {
    for environment in [[:], ["TERM": ""], ["TERM": "dumb"]] as [[String: String]] {
      let sut = Capabilities(environment: environment)
      #expect(sut.isDumb)
      #expect(!sut.synchronizedOutput)
    }
    #expect(!Capabilities(environment: ["TERM": "xterm"]).isDumb)
  }

  @Test func `synchronized output is trusted only where it is known`() {
    #expect(Capabilities(environment: ["TERM": "xterm-ghostty"]).synchronizedOutput)
    #expect(!Capabilities(environment: ["TERM": "xterm-256color"]).synchronizedOutput)
  }

  @Test func `GNU screen erases without colour, tmux by the same name with it`() {
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
  func `links are shown but where they would be printed`(term: String, expected: Bool) {
    #expect(Capabilities(environment: ["TERM": term]).hyperlinks == expected)
  }
}
