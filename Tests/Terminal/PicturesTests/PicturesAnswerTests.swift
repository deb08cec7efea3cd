import Pictures
import Terminal
import Testing

struct PicturesAnswerTests {
  @Test(arguments: [
    ("\u{1B}_Gi=31;OK\u{1B}\\", TerminalAnswer.kittyGraphics(isKnown: true)),
    ("\u{1B}_Gi=31,p=1;OK\u{1B}\\", .kittyGraphics(isKnown: true)),
    ("\u{1B}_Gi=31;EINVAL:bad; data\u{1B}\\", .kittyGraphics(isKnown: false)),
    ("\u{1B}_Gi=31;\u{1B}\\", .kittyGraphics(isKnown: false)), ("\u{1B}[?62;22;4c", .deviceAttributes([62, 22, 4])),
    ("\u{1B}[?6c", .deviceAttributes([6])), ("\u{1B}[6;36;18t", .cellSize(PixelSize(width: 18, height: 36))),
    ("\u{1B}[6;2;512t", .cellSize(PixelSize(width: 512, height: 2))),
    ("\u{1B}P>|kitty(0.32.2)\u{1B}\\", .version("kitty(0.32.2)")),
    ("\u{1B}P>|iTerm2 3.5.0\u{1B}\\", .version("iTerm2 3.5.0")),
  ])
  func `each kind of terminal answer is parsed`(sequence: String, answer: TerminalAnswer) {
    #expect(TerminalAnswer(Array(sequence.utf8)) == answer)
  }

  @Test(arguments: [
    "", "\u{1B}", "c", "\u{1B}[c", "\u{1B}[?c", "\u{1B}[?1;c", "\u{1B}[?1;xc", "\u{1B}[?-1c", "\u{1B}[?+1c",
    "\u{1B}[?65536c",
    "\u{1B}[?99999999999999999999c", "\u{1B}[>1;10;0c", "\u{1B}[6;36t", "\u{1B}[6;36;18;1t", "\u{1B}[6;0;18t",
    "\u{1B}[6;36;1t",
    "\u{1B}[6;36;513t", "\u{1B}[4;36;18t", "\u{1B}[6;;t", "\u{1B}[6;36;18", "\u{1B}_Gi=30;OK\u{1B}\\",
    "\u{1B}_Gi=310;OK\u{1B}\\",
    "\u{1B}_Gi=31\u{1B}\\", "\u{1B}_GOK\u{1B}\\", "\u{1B}_G;OK\u{1B}\\", "\u{1B}_G\u{1B}\\", "\u{1B}_G\\",
    "\u{1B}_Xi=31;OK\u{1B}\\",
    "\u{1B}P>|\u{1B}\\", "\u{1B}P>|a\u{7}b\u{1B}\\", "\u{1B}P>|a\u{7F}\u{1B}\\", "\u{1B}P>|\u{E9}\u{1B}\\",
    "\u{1B}P1$r0m\u{1B}\\",
    "\u{1B}P>|a\u{1B}[2J\u{1B}\\", "\u{1B}[?٣c", "x\u{1B}[?6c",
  ])
  func `a malformed or unrelated sequence is no answer`(sequence: String) {
    #expect(TerminalAnswer(Array(sequence.utf8)) == nil)
  }

  @Test func `an answer has at most 512 bytes`() {
    func version(_ count: Int) -> [UInt8] { Array("\u{1B}P>|\(String(repeating: "v", count: count - 6))\u{1B}\\".utf8) }
    #expect(TerminalAnswer(version(512)) != nil)
    #expect(TerminalAnswer(version(513)) == nil)
  }

  @Test func `the device attributes, which every terminal answers, are asked last`() {
    #expect(
      TerminalQuestion.aboutPictures
        == ["\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\", "\u{1B}[16t", "\u{1B}[>0q", "\u{1B}[c"])
  }

  @Test(
    arguments: [
      ([], nil), ([.deviceAttributes([62])], nil), ([.kittyGraphics(isKnown: true)], .kitty),
      ([.kittyGraphics(isKnown: false)], nil), ([.version("iTerm2 3.5.0")], .iTerm),
      ([.version("mintty 3.6.1")], .iTerm),
      ([.version("WezTerm 20240203")], .iTerm), ([.version("xterm(370)")], nil), ([.version("not iTerm2 3")], nil),
      ([.kittyGraphics(isKnown: true), .version("WezTerm 20240203")], .kitty),
      ([.version("WezTerm 20240203"), .kittyGraphics(isKnown: true)], .kitty),
      ([.kittyGraphics(isKnown: false), .version("WezTerm 20240203")], .iTerm),
    ] as [([TerminalAnswer], PictureProtocol?)])
  func `the answers determine the picture protocol`(answers: [TerminalAnswer], pictureProtocol: PictureProtocol?) {
    #expect(PictureSupport(answers).pictureProtocol == pictureProtocol)
  }

  @Test func `the cell size is the terminal's answer, or else the usual one`() {
    #expect(PictureSupport().cell == PixelSize(width: 8, height: 16))
    #expect(PictureSupport([.cellSize(PixelSize(width: 9, height: 20))]).cell == PixelSize(width: 9, height: 20))
  }

  @Test func `picture support is settled once the device attributes are answered`() {
    #expect(!PictureSupport([.kittyGraphics(isKnown: true), .version("kitty"), .cellSize(.usualCell)]).isSettled)
    #expect(PictureSupport([.deviceAttributes([62])]).isSettled)
  }

  @Test func `tmux is asked only for the background, GNU screen nothing, the Linux console only about pictures`() {
    let background = TerminalQuestion.background
    let attributes = TerminalQuestion.deviceAttributes
    func questions(_ environment: [String: String], background: Bool = true) -> [String] {
      TerminalQuestion.all(background: background, environment: environment)
    }
    for environment in [
      ["TMUX": "/tmp/tmux-1000/default,1,0", "TERM": "xterm-256color"], ["TERM": "tmux-256color"],
      ["TMUX": "x", "TERM": "screen"],
    ] {
      #expect(questions(environment) == [background, attributes])
      #expect(questions(environment, background: false) == [])
    }
    for environment in [["STY": "1.pts", "TERM": "xterm"], ["TERM": "screen.xterm-256color"]] {
      #expect(questions(environment) == [])
    }
    for environment in [["TERM": "xterm-256color"], ["TERM": "xterm-kitty"], [:]] {
      #expect(questions(environment) == [background] + TerminalQuestion.aboutPictures)
      #expect(questions(environment, background: false) == TerminalQuestion.aboutPictures)
    }
    #expect(questions(["TERM": "linux"]) == TerminalQuestion.aboutPictures)
  }

  @Test(arguments: [
    ("rgb:0000/0000/0000", 0, 0, 0), ("rgb:ffff/ffff/ffff", 255, 255, 255), ("rgb:1e1e/1e1e/2e2e", 30, 30, 46),
    ("rgb:ff/80/01", 255, 128, 1), ("rgb:0/0/f", 0, 0, 255), ("rgba:ffff/ffff/ffff/8080", 255, 255, 255),
    ("rgb:7fff/7fff/8100", 127, 127, 128), ("rgb:fff/0/00", 255, 0, 0),
  ])
  func `the background colour is parsed from an OSC 11 answer`(color: String, red: UInt8, green: UInt8, blue: UInt8) {
    for end in ["\u{7}", "\u{1B}\\"] {
      let answer = TerminalAnswer(Array("\u{1B}]11;\(color)\(end)".utf8))
      #expect(answer == .background(.init(red: red, green: green, blue: blue)))
    }
  }

  @Test(arguments: [
    "", "?", "rgb:", "rgb:ff/ff", "rgb:ff/ff/ff/ff/ff", "rgb:fffff/0/0", "rgb:gg/0/0", "rgb:ff//ff", "#ffffff",
    "rgb:-1/0/0",
    "xrgb:ff/ff/ff", "rgb:ff/ff/ff ",
  ])
  func `a malformed colour or another OSC number is no background answer`(color: String) {
    #expect(TerminalAnswer(Array("\u{1B}]11;\(color)\u{7}".utf8)) == nil)
    #expect(TerminalAnswer(Array("\u{1B}]10;rgb:ff/ff/ff\u{7}".utf8)) == nil)
  }
}
