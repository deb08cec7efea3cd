import Terminal
import TerminalTestSupport
import Testing

struct VirtualScreenTests {
  private func screen(_ text: String, width: Int = 6, height: Int = 3, manner: VirtualScreen.Behavior = .init())
    -> VirtualScreen
  {
    var screen = VirtualScreen(size: Size(width: width, height: height), manner: manner)
    screen.write(text)
    return screen
  }

  @Test func `text is written at the cursor`() {
    let sut = screen("\u{1B}[2;3Hab\u{1B}[HX\u{1B}[6GY")
    #expect(sut.text == ["X    Y", "  ab", ""])
    #expect(sut.cursor == (0, 6))
    #expect(sut.complaints == [])
  }

  @Test func `overwriting half of a wide character erases the other half`() {
    #expect(screen("日本\u{1B}[2Gx").text[0] == " x本")
    #expect(screen("日本\u{1B}[1Gx").text[0] == "x 本")
    #expect(screen("日本\u{1B}[4G\u{1B}[K").text[0] == "日")
  }

  @Test func `a terminal that does not know clusters splits an emoji sequence`() {
    #expect(screen("👩‍👧e\u{301}x").cells[0].map(\.text) == ["👩‍👧", "", "e\u{301}", "x", " ", " "])
    let naive = screen("👩‍👧e\u{301}x", manner: .init(knowsClusters: false))
    #expect(naive.cells[0].map(\.text) == ["👩\u{200D}", "", "👧", "", "e\u{301}", "x"])
  }

  @Test func `deleted and inserted lines scroll only the scroll region`() {
    let lines = "a\u{1B}[2Hb\u{1B}[3Hc\u{1B}[4Hd"
    #expect(screen(lines + "\u{1B}[2;3r\u{1B}[2H\u{1B}[M\u{1B}[r", height: 4).text == ["a", "c", "", "d"])
    #expect(screen(lines + "\u{1B}[2;4r\u{1B}[2H\u{1B}[2L\u{1B}[r", height: 4).text == ["a", "", "", "b"])
  }

  @Test func `a cell has the rendition of its text, and erasing fills with the background`() {
    let sut = screen("\u{1B}[1;44ma\u{1B}[0;31mb \u{1B}[m\u{1B}[2H\u{1B}[44m\u{1B}[K")
    #expect(sut.cells[0].prefix(3).map(\.style) == ["1;44", "31", ""])
    #expect(sut.cells[1].allSatisfy { $0 == .init(text: " ", style: "44") })
    let plain = screen("\u{1B}[44m\u{1B}[K", manner: .init(erasesWithBackground: false))
    #expect(plain.cells[0].allSatisfy { $0 == .blank })
  }

  @Test(arguments: [
    "abcdefg", "\u{7}", "\n", "\u{1B}]0;x\u{7}", "\u{1B}[6n", "\u{1B}[9H", "\u{1B}[", "\u{1B}[3;9r", "日本語x", "\u{9B}",
  ])
  func `output that a renderer must not write causes a complaint`(text: String) {
    #expect(!screen(text).complaints.isEmpty)
  }

  @Test func `the screen tracks synchronized output and cursor visibility`() {
    let sut = screen("\u{1B}[?2026h\u{1B}[?25l")
    #expect(sut.synchronization == 1)
    #expect(!sut.isCursorVisible)
    #expect(screen("\u{1B}[?2026h\u{1B}[?2026l\u{1B}[?25l\u{1B}[?25h").isCursorVisible)
  }
}
