import Testing
import TextLayout

struct TruncationTests {
  private static let cuts: [(String, Int, String)] = [
    ("hello", 5, "hello"), ("hello", 6, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""),
    ("hello", -3, ""), ("", 3, ""), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"),
    ("日", 1, "…"), ("a👩‍👩‍👧‍👦b", 4, "a👩‍👩‍👧‍👦b"), ("a👩‍👩‍👧‍👦b", 3, "a…"), ("a👩‍👩‍👧‍👦bc", 4, "a👩‍👩‍👧‍👦…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("e\u{301}e\u{301}e\u{301}", 3, "e\u{301}e\u{301}e\u{301}"),
    ("abc\u{301}", 3, "abc\u{301}"), ("🇩🇪🇫🇷", 3, "🇩🇪…"),
  ]

  @Test(arguments: cuts)
  func `a text is cut at whole characters and ends with an ellipsis`(text: String, width: Int, cut: String) {
    #expect(TextLayout.cut(text, to: width) == cut)
    #expect(TextLayout.width(of: TextLayout.cut(text, to: width)) <= max(width, 0))
  }

  @Test func `the ellipsis can be replaced and is cut to the width`() {
    #expect(TextLayout.cut("hello", to: 4, ellipsis: "~") == "hel~")
    #expect(TextLayout.cut("hello", to: 4, ellipsis: "...") == "h...")
    #expect(TextLayout.cut("hello", to: 2, ellipsis: "...") == "..")
  }

  @Test func `a text is padded at its end or at its start`() {
    #expect(TextLayout.pad("日本", to: 7) == "日本   ")
    #expect(TextLayout.pad("日本", to: 7, atStart: true) == "   日本")
    #expect(TextLayout.pad("hello", to: 3) == "hello")
  }

  @Test(arguments: 0...12)
  func `cutting and padding give exactly the requested width`(width: Int) {
    for text in ["hello", "日本語", "👩‍👩‍👧‍👦e\u{301}🇩🇪", ""] {
      #expect(TextLayout.width(of: TextLayout.pad(TextLayout.cut(text, to: width), to: width)) == width)
    }
  }
}
