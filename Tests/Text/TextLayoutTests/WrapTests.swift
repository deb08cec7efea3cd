import Testing
import TextLayout

struct WrapTests {
  private static let wraps: [(String, Int, [String])] = [
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 13, ["one two three"]),
    ("one   two", 4, ["one", "two"]),
    ("one  two  ", 20, ["one  two"]),
    ("", 5, [""]),
    ("   ", 5, [""]),
    ("one\n\n\ntwo\n", 5, ["one", "", "", "two", ""]),
    ("incomprehensible", 6, ["incomp", "rehens", "ible"]),
    ("an incomprehensible word", 6, ["an", "incomp", "rehens", "ible", "word"]),
    ("abc", 1, ["a", "b", "c"]),
    ("a b", 1, ["a", "b"]),
    ("日本語", 1, ["?", "?", "?"]),
    ("日本語の本", 5, ["日本", "語の", "本"]),
    ("日本abc語", 6, ["日本", "abc語"]),
    ("日本。", 4, ["日", "本。"]),
    ("本「日」", 4, ["本", "「日", "」"]),
    ("한국어 단어", 7, ["한국어", "단어"]),
    ("😀😀😀", 5, ["😀😀", "😀"]),
    ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
    ("  if so then\nelse", 8, ["  if so", "  then", "else"]),
    ("        x y z", 4, ["  x", "  y", "  z"]),
    ("\tcode()", 20, ["    code()"]),
    ("long\u{200B}word", 5, ["long", "word"]),
    ("a\u{1B}[2J b", 80, ["a␛[2J b"]),
    ("one", 0, []),
    ("किताब किताब", 6, ["किताब", "किताब"]),
  ]

  @Test(arguments: wraps)
  func `a text is wrapped at words to the given width`(text: String, width: Int, lines: [String]) {
    #expect(TextLayout.wrap(text, to: width) == lines)
  }

  @Test(arguments: 1...40)
  func `no line is wider than asked and no letter is lost`(width: Int) {
    let text =
      "  Lorem ipsum 日本語、の「本」 dolor 👩‍👩‍👧‍👦🇩🇪 sit-amet\tconsectetuer\n\n"
      + "한국어 e\u{301}\u{323} किताब  incomprehensibilities"
    let lines = TextLayout.wrap(text, to: width)
    #expect(lines.allSatisfy { TextLayout.width(of: $0) <= width })
    guard width >= 6 else { return }
    let letters = TextLayout.paragraphs(text).filter { $0 != " " && $0 != "\n" }
    #expect(lines.joined().filter { $0 != " " } == letters)
  }

  @Test(arguments: [
    ("see https://a.example/long now", 10, 22, ["see", "https://a.example/long", "now"]),
    ("see https://a.example/long now", 10, 21, ["see", "https://a.example/lon", "g now"]),
    ("https://a.example/long", 10, nil, ["https://a.", "example/lo", "ng"]),
    ("  https://a.example/long", 10, 24, ["https://a.example/long"]),
    ("一二三四五六", 4, 12, ["一二", "三四", "五六"]),
    ("one two", 3, 1, ["one", "two"]),
  ])
  func `only a word longer than a line may extend beyond it, up to the reach`(
    text: String, width: Int, reach: Int?, lines: [String]
  ) throws {
    let broken = try #require(TextLayout.breaks(in: text[...], to: width, reach: reach))
    #expect(broken.lines.map { String(text[$0]) } == lines)
  }

  @Test func `a text of 20,000 words is wrapped in full`() {
    let text = String(repeating: "word ", count: 20_000)
    let lines = TextLayout.wrap(text, to: 79)
    #expect(lines.count == 20_000 / 16)
    #expect(lines.allSatisfy { $0.utf8.count == 79 })
  }
}
