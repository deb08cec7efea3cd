import Rendering
import StyleGuide
import Terminal
import TestSupport
import Testing

struct LookTests {
  @Test func `a bar gives up its right side piece by piece, then cuts its left`() {
    func bar(_ width: Int) -> String { Line.bar([Span("left")], [Span(" a "), Span(" b ")], width: width).text }
    #expect(bar(20) == "left          a  b ")
    #expect(bar(12) == "left  a  b ")
    #expect(bar(11) == "left    a ")
    #expect(bar(8) == "left")
    #expect(bar(3) == "le…")
    #expect(bar(0) == "")
    for width in 0..<30 { #expect(bar(width).count <= width) }
  }

  @Test func `where things come from is told in words`() {
    #expect(header("Posts", .live, width: 20).text.hasSuffix("live"))
    #expect(header("Posts", .kept(age: "1 day ago", because: "no"), width: 40).text.hasSuffix("kept 1 day ago"))
    #expect(header("Posts", nil, width: 20).text == " Posts")
  }

  @Test func `the spinner turns, once it may`() {
    #expect((0...4).map { spinner($0) } == ["|", "/", "-", "\\", "|"])
    #expect(spinner(nil) == " ")
  }

  @Test(arguments: [
    (60, "Cannot reach http://127.0.0.1:8080 (connection refused)."),
    (45, "Cannot reach the server (connection refused)."),
    (44, "Connection refused. Cannot reach the server."), (20, "Connection refused. Cannot reach the server."),
  ])
  func `of a failure the reason stays where there is little room`(width: Int, shown: String) {
    #expect("Cannot reach http://127.0.0.1:8080 (connection refused).".shortened(to: width) == shown)
    let status = statusLine(
      [Span("Cannot reach http://127.0.0.1:8080 (connection refused).", .failure)], keys: ["? help"], width: width + 1)
    #expect(status.text.hasPrefix(" " + Line(shown).cut(to: width).text))
    #expect(status.width <= width + 1)
  }

  @Test(arguments: [
    ("http://h:1/ answered with 503.", "The server answered with 503."),
    ("The pages of http://h lead in circles.", "The pages of the server lead in circles."),
    ("No address.", "No address."),
    ("  Cannot reach http://h (it is (very) far).", "  It is (very) far. Cannot reach the server."), ("", ""),
  ])
  func `other failures are shortened too, and what has neither address nor reason stays`(text: String, short: String) {
    #expect(text.shortened(to: 10) == short)
  }

  @Test func `what is no failure is cut as it is`() {
    #expect(statusLine([Span("see http://h (it) is")], keys: [], width: 12).text == " see http:/…")
  }

  @Test(arguments: [
    ("it failed", "It failed."), ("Done.", "Done."), ("http://h is slow", "http://h is slow."), ("", "."),
  ])
  func `a clause becomes a sentence`(clause: String, sentence: String) {
    #expect(clause.sentence == sentence)
  }

  @Test func `a button shows its phase without colour`() {
    func text(_ phase: AsyncButtonState.Phase) -> String {
      Line(AsyncButtonState(title: "Load", phase: phase).spans).text
    }
    #expect(text(.ready) == "[ Load ]" && text(.working) == "[ Load ]" && text(.busy(1)) == "[ Load / ]")
    #expect(AsyncButtonState(title: "Load").spans.allSatisfy { $0.style.attributes.contains(.reverse) })
  }

  @Test func `a panel scrolls and says where it is`() {
    let lines = (1...9).map { Line("\($0)") }
    let size = Size(width: 30, height: 6)
    #expect(
      panel("Keys", lines, top: 0, in: size).text == [" Keys", "1", "2", "3", "4", " 4/9   j k scroll  esc close"])
    #expect(panel("Keys", lines, top: 99, in: size).text[4] == "9")
    #expect(panel("Keys", Array(lines.prefix(2)), top: 0, in: size).text[5].hasSuffix("esc close"))
  }

  @Test func `an empty page is centred and its button has the cursor`() {
    let body = emptyBody(
      "Nothing.", because: "It failed because of a long story that does not fit.", button: .init(title: "Load"),
      address: "http://h", in: Size(width: 24, height: 14))
    let text = body.lines.map(\.text)
    #expect(text.contains("        Nothing.") && text.contains("        [ Load ]") && text.contains("        http://h"))
    #expect(body.lines.allSatisfy { $0.width <= 24 })
    #expect(body.focus.map { text[$0] } == "        [ Load ]")
  }
}
