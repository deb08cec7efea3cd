import LineEditor
import Rendering
import StyleGuide
import Terminal
import Testing

struct StatusPartsTests {
  private let words = ["syncing: posts 40 of 133", "syncing 40%", "40%"]

  private func said(_ line: Line, _ words: [String], width: Int) -> String {
    let frame = Frame([Line("body"), line], size: Size(width: width, height: 2)).saying(words)
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
    #expect(said(line, words, width: width) == text)
  }

  @Test func `a notice stays beside the running work`() {
    let line = statusLine(at: "4/133", [Span("  Copied.")], keys: ["? help", "↵ open"], width: 60)
    #expect(said(line, words, width: 60) == " 4/133  Copied.   syncing: posts 40 of 133  ? help  ↵ open")
    #expect(said(line, [], width: 60) == line.text.trimmingSuffix(" "))
  }

  @Test func `a status line is split into its text and its hints, with or without a gap`() {
    let line = statusLine(at: "4/133", [], keys: ["? help", "↵ open"], width: 40)
    #expect(line.statusParts.said.map(\.text).joined() == " 4/133")
    #expect(line.statusParts.hints.map(\.text) == [" ? help ", " ↵ open "])
    #expect(Line([Span(" 4/133")]).statusParts.said.map(\.text) == [" 4/133"])
    #expect(Line().statusParts.said.isEmpty)
    #expect(Line().statusParts.hints.isEmpty)
    let typed = prompt("/", LineEditor("a"), keys: [], width: 5)
    #expect(typed.statusParts.said.map(\.text).joined() == typed.text, "the cursor is not a gap")
  }
}

extension String {
  fileprivate func trimmingSuffix(_ character: Character) -> Substring {
    lastIndex { $0 != character }.map { self[...$0] } ?? ""
  }
}
