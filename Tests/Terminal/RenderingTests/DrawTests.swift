import Foundation
import Rendering
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

struct DrawTests {
  private static let capabilities: [Capabilities] = [
    Capabilities(), Capabilities(colors: .trueColor, synchronizedOutput: true),
    Capabilities(colors: .none, erasesWithBackground: false), Capabilities(unicode: false),
  ]
  private static let manners = [VirtualScreen.Behavior(), VirtualScreen.Behavior(knowsClusters: false)]

  /// Returns the lines without characters that have no cell: these are lost if no character is before them.
  private func readable(_ lines: [String]) -> [String] {
    lines.map { String($0.unicodeScalars.filter { !["\u{200B}", "\u{200F}"].contains($0) }) }
  }

  @Test(arguments: capabilities, manners)
  func `the difference of two frames makes the same screen as the second one alone`(
    capabilities: Capabilities, manner: VirtualScreen.Behavior
  ) {
    var manner = manner
    manner.erasesWithBackground = capabilities.erasesWithBackground
    var random = RandomFrames(generator: SeededGenerator(seed: 42))
    for round in 0..<60 {
      let size = Size(width: Int.random(in: 1...40, using: &random.generator), height: 12)
      var old = random.frame(size)
      var sut = VirtualScreen(size: size, manner: manner)
      sut.write(old.drawn(over: nil, on: capabilities))
      for _ in 0..<3 {
        let new = Bool.random(using: &random.generator) ? random.changed(old) : random.frame(size)
        sut.write(new.drawn(over: old, on: capabilities))
        var fresh = VirtualScreen(size: size, manner: manner)
        fresh.write(new.drawn(over: nil, on: capabilities))
        #expect(sut.complaints + fresh.complaints == [], "round \(round)")
        #expect(sut.synchronization == 0)
        #expect(sut.isCursorVisible == fresh.isCursorVisible)
        #expect(new.cursor == nil || sut.cursor == fresh.cursor)
        guard sut.cells == fresh.cells else {
          Issue.record("round \(round): \(sut.text) is not \(fresh.text)")
          return
        }
        if manner.knowsClusters, capabilities.unicode { #expect(readable(sut.text) == readable(new.text)) }
        old = new
      }
    }
  }

  @Test func `control characters in a text do not reach the terminal`() {
    let hostile = "\u{1B}]0;x\u{7}\u{1B}[2J\u{9B}31m\u{0}\u{8}\r\n\u{202E}x\u{7F}\u{1B}"
    let sut = Frame([Line(hostile), Line([Span(hostile, Style(.bold))])], size: Size(width: 60, height: 2))
    let drawn = sut.drawn(over: nil, on: Capabilities())
    var screen = VirtualScreen(size: sut.size)
    screen.write(drawn)
    #expect(screen.complaints == [])
    #expect(screen.text[0] == "␛]0;x␇␛[2J\u{FFFD}31m␀␈ x␡␛")
    #expect(drawn.unicodeScalars.allSatisfy { $0 == "\u{1B}" || !($0.properties.generalCategory == .control) })
  }

  @Test func `a frame already shown costs nothing`() {
    let sut = Frame(["one", "two"], size: Size(width: 20, height: 4), cursor: Frame.Cursor(column: 0, row: 1))
    #expect(sut.drawn(over: sut, on: Capabilities(synchronizedOutput: true)) == "")
  }

  @Test func `a frame of another size is drawn anew`() {
    let old = Frame(["one"], size: Size(width: 20, height: 4))
    let sut = Frame(["one"], size: Size(width: 21, height: 4))
    #expect(sut.drawn(over: old, on: Capabilities()) == sut.drawn(over: nil, on: Capabilities()))
    #expect(sut.drawn(over: nil, on: Capabilities()).contains("\u{1B}[2J"))
  }

  @Test func `only the changed characters of a line are written`() {
    let size = Size(width: 80, height: 3)
    let old = Frame(["header", "count 12 of 100", "the end"], size: size)
    let sut = Frame(["header", "count 13 of 100", "the end"], size: size)
    #expect(sut.drawn(over: old, on: Capabilities()) == "\u{1B}[2;8H3")
    let shorter = Frame(["header", "count", "the end"], size: size)
    #expect(shorter.drawn(over: old, on: Capabilities()) == "\u{1B}[2;7H\u{1B}[K")
  }

  @Test func `the cursor is positioned explicitly after non-ASCII characters`() {
    let sut = Frame(["日本 go"], size: Size(width: 20, height: 1))
    #expect(sut.drawn(over: nil, on: Capabilities()).contains("日本\u{1B}[5G go"))
  }

  @Test func `a terminal without colours and Unicode gets only attributes and ASCII`() {
    let styled = Line("Über “日本” …", Style(foreground: .red, background: .rgb(red: 9, green: 9, blue: 9), .bold))
    let sut = Frame([styled], size: Size(width: 20, height: 1))
    let drawn = sut.drawn(over: nil, on: Capabilities(colors: .none, unicode: false))
    #expect(drawn.contains("\u{1B}[1mUber \"????\" ~"))
    #expect(drawn.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: [
    ("1/3 ", "      ", "↵ open  y copy", "1/3   Enter open  y copy"), ("1/3", " ", "↵ open", "1/3 Enter"),
    ("› ", "", "← ↑ ↓ → ⋮", "> < ^ v > :"), ("“…” — ", "", "␛[31m 紙 –", "\"~\" - ^[31m ?? -"),
    ("↵", "", "↵", "EnterEnte"), ("●★ +", "", " 2 × 3 · x", "*! + 2 x 3 - x"),
    ("Nguyễn Ệ e\u{302}\u{303}", "", " Ørsted łódź ßж", "Nguyen E e Orsted lodz s?"), ("Ａ", "", "й", "AA?"),
  ])
  func `every symbol has an ASCII substitute, and the Enter symbol its name`(
    left: String, gap: String, right: String, plain: String
  ) {
    let line = Line([Span(left), Span(gap), Span(right)])
    let size = Size(width: max(line.width, 9), height: 1)
    var screen = VirtualScreen(size: size)
    screen.write(Frame([line], size: size).drawn(over: nil, on: Capabilities(unicode: false)))
    #expect(screen.text[0] == plain)
    #expect(screen.complaints == [])
  }

  @Test func `copied text is free of control characters, except line ends if requested`() {
    func copied(_ text: String, savingLines: Bool = false) -> String? {
      let base64 = clipboard(text, savingLines: savingLines).dropFirst("\u{1B}]52;c;".count).dropLast()
      return Data(base64Encoded: String(base64)).map { String(decoding: $0, as: UTF8.self) }
    }
    let hostile = "t\u{1B}[201~\ntouch x\r"
    #expect(copied(hostile) == "t␛[201~ touch x ")
    #expect(copied(hostile, savingLines: true) == "t␛[201~\ntouch x\n")
    #expect(copied("a\u{9B}2J\u{7F}\u{0}\u{202E}b\tc\u{85}d\u{2028}e") == "a�2J␡␀b c d e")
    #expect(copied("Bánh mì 🇻🇳", savingLines: true) == "Bánh mì 🇻🇳")
  }

  @Test func `synchronized output wraps the whole frame`() {
    let sut = Frame(["x"], size: Size(width: 5, height: 1))
    let drawn = sut.drawn(over: nil, on: Capabilities(synchronizedOutput: true))
    #expect(drawn.hasPrefix("\u{1B}[?2026h"))
    #expect(drawn.hasSuffix("\u{1B}[?2026l"))
  }

  @Test func `a combining mark stays with the character before it and is dropped at the start of a line`() {
    let sut = Frame([Line([Span("\u{301}"), Span("a"), Span("\u{301}b\u{200B}")])], size: Size(width: 9, height: 1))
    var screen = VirtualScreen(size: sut.size)
    screen.write(sut.drawn(over: nil, on: Capabilities()))
    #expect(screen.text == ["a\u{301}b\u{200B}"])
  }

  @Test(arguments: [
    Size(width: 0, height: 0), Size(width: 1, height: 1), Size(width: 0, height: 5), Size(width: 5, height: 0),
  ])
  func `empty and one-cell screens are drawn without invalid output`(size: Size) {
    let sut = Frame(["日本", "x"], size: size, cursor: Frame.Cursor(column: 3, row: 3))
    var screen = VirtualScreen(size: size)
    screen.write(sut.drawn(over: nil, on: Capabilities()))
    #expect(screen.complaints == [])
  }
}
