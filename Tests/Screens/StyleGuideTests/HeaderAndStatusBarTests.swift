import Essentials
import Foundation
import LineEditor
import Rendering
import StyleGuide
import Terminal
import TestSupport
import Testing

struct HeaderAndStatusBarTests {
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

  @Test func `the header describes freshness and refreshing in words`() {
    let now = Date(timeIntervalSince1970: 100_000)
    func end(_ freshness: Freshness?, isRefreshing: Bool = false, width: Int = 40) -> String {
      String(header("Posts", freshness, now: now, isRefreshing: isRefreshing, width: width).text.trimmed.dropFirst(5))
        .trimmed
    }
    for age in [-5.0, 0, 59] { #expect(end(.live(now - age)) == "live") }
    #expect(end(.live(now - 60)) == "checked 1 minute ago")
    #expect(end(.live(now - 7_200)) == "checked 2 hours ago")
    #expect(end(.cached(now - 86_400, because: "no")) == "saved 1 day ago")
    #expect(end(.cached(now - 86_400, because: "no"), width: 20) == "saved")
    #expect(end(.offline(now - 86_400)) == "offline  saved 1 day ago")
    #expect(end(.offline(now - 86_400), width: 20) == "offline")
    #expect(end(nil) == "")
    #expect(end(nil, isRefreshing: true) == "Refreshing…")
    #expect(end(.live(now), isRefreshing: true) == "live  Refreshing…")
    #expect(end(.cached(now - 86_400, because: nil), isRefreshing: true) == "saved 1 day ago  Refreshing…")
    #expect(end(.cached(now - 86_400, because: nil), isRefreshing: true, width: 30) == "saved  Refreshing…")
    #expect(end(.cached(now - 86_400, because: nil), isRefreshing: true, width: 22) == "Refreshing…")
  }

  @Test func `a narrow header drops its detail and cuts its title before progress and freshness`() {
    let now = Date(timeIntervalSince1970: 100_000)
    func line(_ title: String, end: String = "", detail: String? = nil, _ width: Int) -> String {
      header(title, end: end, detail: detail, .live(now), now: now, width: width).text
    }
    let long = "How to wind a lighthouse when nobody is at home"
    #expect(line(long, end: " · 3 min · 40%", 40) == " How to wind a ligh… · 3 min · 40% live")
    #expect(line(long, end: " · 40%", 24) == " How to win… · 40% live")
    #expect(line("Posts › Bookmarked", 20) == " Posts › Book… live")
    let detail = "94 unread · 3 new · by title"
    #expect(line("Posts", detail: detail, 50) == " Posts  94 unread · 3 new · by title         live")
    #expect(line("Posts", detail: detail, 40) == " Posts  94 unread · 3 new          live")
    #expect(line("Posts", detail: detail, 26) == " Posts  94 unread    live")
    #expect(line("Posts", detail: detail, 22) == " Posts           live")
    for width in 0..<60 { #expect(line(long, end: " · 40%", detail: detail, width).count <= width) }
  }

  @Test func `in a narrow header freshness becomes a word before a part of the detail is dropped`() {
    let now = Date(timeIntervalSince1970: 100_000)
    func line(
      _ freshness: Freshness, isRefreshing: Bool = false, title: String = "Posts", _ width: Int
    ) -> String {
      header(title, detail: "9 unread only · by title", freshness, now: now, isRefreshing: isRefreshing, width: width)
        .text
    }
    #expect(line(.live(now - 300), 56) == " Posts  9 unread only · by title  checked 5 minutes ago")
    #expect(line(.live(now - 300), 54) == " Posts  9 unread only · by title              checked")
    #expect(line(.live(now - 300), 42) == " Posts  9 unread only · by title  checked")
    #expect(line(.live(now - 300), 40) == " Posts  9 unread only           checked")
    #expect(
      line(.live(now - 300), title: "Feeds › A feed with a title", 60)
        == " Feeds › A feed with a t…  9 unread only · by title checked")
    #expect(
      line(.live(now - 300), title: "Feeds › Slack Water", 40) == " Feeds › Slack …  9 unread only checked")
    #expect(line(.offline(now - 300), 42) == " Posts  9 unread only · by title  offline")
    #expect(
      line(.cached(now - 300, because: nil), isRefreshing: true, 54)
        == " Posts  9 unread only · by title   saved  Refreshing…")
    #expect(
      line(.cached(now - 300, because: nil), isRefreshing: true, 38) == " Posts             saved  Refreshing…")
    #expect(
      line(.cached(now - 300, because: nil), isRefreshing: true, 46)
        == " Posts  9 unread only      saved  Refreshing…")
  }

  @Test(arguments: [
    (60, " 12/100  Copied.          ? help  ↵ open  / filter  q quit "),
    (40, " 12/100  Copied.        ? help  ↵ open "),
    (34, " 12/100  Copied.  ? help  ↵ open "), (33, " 12/100  Copied.         ? help "),
    (26, " 12/100  Copied.  ? help "), (25, " 12/100  Copied."), (16, " 12/100  Copied."), (15, " 12/100  Copie…"),
    (8, " 12/100"), (4, " 12…"),
  ])
  func `a narrow status line drops whole key hints, the last first, and its position last`(width: Int, text: String) {
    let keys = ["? help", "↵ open", "/ filter", "q quit"]
    let line = statusLine(at: "12/100", [Span("  Copied.")], keys: keys, width: width)
    #expect(line.text == text)
    #expect(line.width <= width)
  }

  @Test func `a key hint has the key that a click on it sends`() {
    func keys(_ hints: String...) -> [Key?] {
      statusLine([], keys: hints, width: 80).spans.filter { $0.text.contains { $0 != " " } }.map(\.key)
    }
    // Each hint is a key and a word for its action.
    #expect(
      keys("? help", "↵ open", "esc back", "tab switch", "space done", "word is none")
        == ["?", "?", .enter, .enter, .escape, .escape, .tab, .tab, " ", " ", nil])
    #expect(statusLine([], keys: ["? help", "↵ open"], width: 11).spans.compactMap(\.key) == ["?", "?"])
    #expect(prompt("/", LineEditor("a"), keys: ["esc cancel"], width: 40).spans.last?.key == .escape)
    let path = header("Posts › 8", nil, now: .distantPast, width: 40)
    #expect(path.spans.map(\.text) == [" Posts", " › 8"])
    #expect(path.spans.map(\.key) == [.escape, nil])
  }

  static func status(failure: String?, note: [Span] = [], typed: Line? = nil, height: Int, width: Int = 60) -> [String]
  {
    let size = Size(width: width, height: height)
    let bar = StatusBar("1/9", note, failure: failure, typed: typed, keys: ["? help", "↵ open", "q quit"])
    let frame = Frame(header: Line("H"), body: (1...99).map { Line("\($0)") }, bar, in: size)
    #expect(frame.lines.count == height)
    return Array(frame.text.suffix(2))
  }

  @Test func `an error has a line of its own, says what to do, and goes when it is over`() {
    let refused = "connection refused: http://localhost:8000"
    #expect(
      Self.status(failure: refused, height: 8) == [
        " Connection refused: localhost:8000.   r try again  ! more",
        " 1/9                                ? help  ↵ open  q quit",
      ])
    #expect(Self.status(failure: refused, height: 8, width: 40)[0] == " Connection refused.       r try again")
    #expect(Self.status(failure: nil, height: 8)[0] == "6")
    #expect(ScreenLayout.bodyHeight(in: Size(width: 9, height: 8), hasFailed: true) == 5)
  }

  @Test func `an error shares the status line of a low window, and a notice or a prompt comes before it`() {
    let refused = "connection refused: http://localhost:8000"
    #expect(
      Self.status(failure: refused, height: 7, width: 50)[1] == " 1/9  Connection refused.    r try again  ! more")
    #expect(Self.status(failure: refused, height: 4, width: 20)[1] == " 1/9  Connection re…")
    #expect(Self.status(failure: refused, note: [Span("  Copied.")], height: 4)[1].hasPrefix(" 1/9  Copied."))
    #expect(Self.status(failure: refused, typed: "/abc", height: 4)[1] == "/abc")
    #expect(Self.status(failure: refused, typed: "/abc", height: 9)[0].hasPrefix(" Connection refused"))
    #expect(ScreenLayout.bodyHeight(in: Size(width: 9, height: 7), hasFailed: true) == 5)
  }

  @Test func `the spinner cycles through four characters and is blank without a tick`() {
    #expect((0...4).map { spinner($0) } == ["|", "/", "-", "\\", "|"])
    #expect(spinner(nil) == " ")
  }

  @Test(arguments: [
    (42, "Connection refused: http://127.0.0.1:8080."), (41, "Connection refused: 127.0.0.1:8080."),
    (35, "Connection refused: 127.0.0.1:8080."), (34, "Connection refused."), (5, "Connection refused."),
  ])
  func `a failure is shortened to its reason in a narrow line`(width: Int, shown: String) {
    #expect("Connection refused: http://127.0.0.1:8080.".shortened(to: width) == shown)
    let status = statusLine([Span("Connection refused: http://127.0.0.1:8080.", .failure)], keys: [], width: width + 1)
    #expect(status.text.hasPrefix(" " + Line(shown).cut(to: width).text))
    #expect(status.width <= width + 1)
  }

  @Test func `shortening a failure drops the redirecting host before the failed one`() {
    let failure = "Connection refused: http://b:1, redirected from http://a:8080/x."
    #expect(failure.shortened(to: 50) == "Connection refused: b:1, redirected from a:8080.")
    #expect(failure.shortened(to: 30) == "Connection refused: b:1.")
    #expect(failure.shortened(to: 20) == "Connection refused.")
  }

  @Test(arguments: [
    ("No such post: http://h:1/a/b?c=d.", "No such post."),
    ("Too slow: http://h, redirected from http://g/x.", "Too slow."),
    ("No address.", "No address."), ("", ""), ("ftp://a, not http://. nor ://", "ftp://a, not http://. nor ://"),
    ("Moved (from http://a/b), to https://[::1]:8/c: gone.", "Moved (from ), to : gone."),
  ])
  func `shortening a failure removes its addresses and leaves other text`(text: String, short: String) {
    #expect(text.shortened(to: 10) == short)
  }

  @Test func `a notice is cut without shortening its address`() {
    #expect(statusLine([Span("see http://h (it) is")], keys: [], width: 12).text == " see http:/…")
  }

  @Test(arguments: [
    ("it failed", "It failed."), ("Done.", "Done."), ("http://h is slow", "http://h is slow."), ("", "."),
    ("localhost:8100/e404: not found", "localhost:8100/e404: not found."), ("xkcd.com: gone", "xkcd.com: gone."),
    ("blog: gone", "Blog: gone."),
  ])
  func `a clause becomes a sentence`(clause: String, sentence: String) {
    #expect(clause.sentence == sentence)
  }

  @Test func `a button shows its phase without colour`() {
    func text(_ phase: AsyncButtonState.Phase) -> String {
      Line(AsyncButtonState(title: "Load", doing: "Loading", phase: phase).spans).text
    }
    #expect(text(.ready) == "[ Load ]")
    #expect(text(.working) == "[ Load ]")
    #expect(text(.busy(1)) == "[ Load / ]")
    #expect(
      AsyncButtonState(title: "Load", doing: "Loading").spans.allSatisfy { $0.style.attributes.contains(.reverse) })
  }

  @Test func `a panel scrolls and says where it is`() {
    let lines = (1...9).map { Line("\($0)") }
    let size = Size(width: 30, height: 6)
    #expect(
      panel("Keys", lines, top: 0, in: size).text == [" Keys", "1", "2", "3", "4", " 4/9   esc close  j k scroll"])
    #expect(panel("Keys", lines, top: 99, in: size).text[4] == "9")
    #expect(panel("Keys", Array(lines.prefix(2)), top: 0, in: size).text[5].hasSuffix("esc close"))
  }

  @Test func `an empty page is centred and its button has the cursor`() {
    let body = emptyBody(
      "Nothing.", because: "It failed because of a long story that does not fit.",
      button: .init(title: "Load", doing: "Loading"),
      address: "http://h", in: Size(width: 24, height: 14))
    let text = body.lines.map(\.text)
    #expect(text.contains("        Nothing."))
    #expect(text.contains("        [ Load ]"))
    #expect(text.contains("        http://h"))
    #expect(body.lines.allSatisfy { $0.width <= 24 })
    #expect(body.focus.map { text[$0] } == "        [ Load ]")
  }
}
