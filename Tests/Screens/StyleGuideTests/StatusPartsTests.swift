import LineEditor
import Rendering
import Screen
import StyleGuide
import Terminal
import Testing

struct StatusPartsTests {
  private let words = ["syncing: posts 40 of 133", "syncing 40%", "40%"]

  private func shown(_ line: Line, _ words: [String], width: Int) -> String {
    let frame = Frame([Line("body"), line], size: Size(width: width, height: 2)).showing(progress: words)
    #expect(frame.lines.count == 2)
    #expect(frame.lines.first?.text == "body")
    return frame.text[1]
  }

  @Test(arguments: [
    (80, " 4/133              syncing: posts 40 of 133  ? help  ↵ open  / filter  q quit"),
    (60, " 4/133  syncing: posts 40 of 133  ? help  ↵ open  / filter"),
    (59, " 4/133           syncing: posts 40 of 133  ? help  ↵ open"),
    (50, " 4/133  syncing: posts 40 of 133  ? help  ↵ open"),
    (49, " 4/133    syncing 40%  ? help  ↵ open  / filter"),
    (38, " 4/133   syncing 40%  ? help  ↵ open"),
    (37, " 4/133  syncing 40%  ? help  ↵ open"),
    (29, " 4/133  40%  ? help  ↵ open"), (28, " 4/133      ? help  ↵ open"),
  ])
  func `running work is shown in fewer words before the position or the first two hints are dropped`(
    width: Int, text: String
  ) {
    let line = statusLine(at: "4/133", [], keys: ["? help", "↵ open", "/ filter", "q quit"], width: width)
    #expect(shown(line, words, width: width) == text)
  }

  @Test func `a notice stays beside the running work`() {
    let line = statusLine(at: "4/133", [Span("  Copied.")], keys: ["? help", "↵ open"], width: 60)
    #expect(shown(line, words, width: 60) == " 4/133  Copied.   syncing: posts 40 of 133  ? help  ↵ open")
    #expect(shown(line, [], width: 60) == line.text.trimmingSuffix(" "))
  }

  @Test(arguments: [
    (60, true, " 4/133  Copied.      Synced: 133 posts, 60 comics.  ? help"),
    (48, true, " 4/133  Copied.  Synced: 133 posts, 60 comics."),
    (47, true, " 4/133  Synced: 133 posts, 60 comics.  ? help"),
    (47, false, " 4/133  Copied.       Synced.  ? help  ↵ open"),
    (26, true, " 4/133  Copied.  Synced."), (25, true, " 4/133  Synced.  ? help"),
    (23, false, " 4/133  Copied."), (12, true, " 4/133  Syn…"),
  ])
  func `a message displaces hints, and an older notice where there is no room for both`(
    width: Int, isNewer: Bool, text: String
  ) {
    let line = statusLine(at: "4/133", [Span("  Copied.")], keys: ["? help", "↵ open"], width: width)
    let frame = Frame([line], size: Size(width: width, height: 1))
    let words = ["Synced: 133 posts, 60 comics.", "Synced."]
    #expect(frame.showing(message: words, isNewerThanNotice: isNewer).text == [text])
  }

  @Test func `a message neither cuts nor replaces what is being typed`() {
    let line = prompt("/", LineEditor("some words"), keys: ["↵ keep", "esc cancel"], width: 40)
    let frame = Frame([line], size: Size(width: 40, height: 1))
    #expect(frame.showing(message: ["Synced: 133 posts."], isNewerThanNotice: true).text == frame.text)
    #expect(frame.notice.isEmpty)
  }

  @Test func `a notice that is too long for its line is shown without hints`() {
    let line = statusLine(at: "4/133", [Span("  Nothing more is unread here.")], keys: ["? help", "↵ open"], width: 30)
    #expect(line.text == " 4/133  Nothing more is unrea…")
  }

  @Test func `a status line is split into its text and its hints, with or without a gap`() {
    let line = statusLine(at: "4/133", [], keys: ["? help", "↵ open"], width: 40)
    #expect(line.statusParts.note.map(\.text).joined() == " 4/133")
    #expect(line.statusParts.hints.map(\.text) == [" ? help ", " ↵ open "])
    #expect(Line([Span(" 4/133")]).statusParts.note.map(\.text) == [" 4/133"])
    #expect(Line().statusParts.note.isEmpty)
    #expect(Line().statusParts.hints.isEmpty)
    let typed = prompt("/", LineEditor("a"), keys: [], width: 5)
    #expect(typed.statusParts.note.map(\.text).joined() == typed.text, "the cursor is not a gap")
  }

  @Test func `the cursor is behind the answer to a question`() {
    let size = Size(width: 40, height: 9)
    let screen = Screen(
      frame: { Frame([Line("body")], size: $0, cursor: Frame.Cursor(column: 0, row: 0)) }, appear: {}, disappear: {},
      react: { _, _ in .ignored },
      help: { [] }
    ).asking("Add: ", at: "a", verb: "add", when: { true }, answered: { _ in })
    #expect(screen.frame(size).cursor == Frame.Cursor(column: 0, row: 0))
    #expect(screen.react(.key("a"), size) == .handled)
    #expect(screen.frame(size).cursor == Frame.Cursor(column: 6, row: 8))
    #expect(screen.react(.key("日"), size) == .handled)
    #expect(screen.frame(size).cursor == Frame.Cursor(column: 8, row: 8))
  }

  @Test(arguments: [("", 2), ("ab", 4), ("日本", 6), ("e\u{301}x", 4)])
  func `the cursor is behind the text that is typed`(text: String, column: Int) {
    let bar = StatusBar(typed: prompt("/", LineEditor(text), keys: ["esc cancel"], width: 40))
    let frame = Frame(header: Line(), body: [], bar, focus: 2, in: Size(width: 40, height: 9))
    #expect(frame.cursor == Frame.Cursor(column: column, row: 8))
  }
}

extension String {
  fileprivate func trimmingSuffix(_ character: Character) -> Substring {
    lastIndex { $0 != character }.map { self[...$0] } ?? ""
  }
}
