import Testing
import TextSearch

/// Tests with texts of about 100 KB that are made to be slow or to break something. In quadratic time they would take
/// minutes.
struct HostileTextTests {
  static let length = 30_000
  static let texts: [(name: String, text: String)] = [
    ("one letter", String(repeating: "a", count: length)),
    ("one letter, full width", String(repeating: "Ａ", count: length)),
    ("accents", String(repeating: "\u{301}", count: length)),
    ("marks that stay, out of order", "क" + String(repeating: "\u{94D}\u{93C}", count: length)),
    ("tones", String(repeating: "\u{E48}\u{E38}", count: length)),
    ("vowels and finals", String(repeating: "\u{1100}\u{1161}\u{11A8}", count: length)),
    ("joiners", String(repeating: "\u{200D}", count: length)),
    ("family", String(repeating: "👩\u{200D}", count: length)),
    ("the longest of all", String(repeating: "ﷺ", count: length / 10)),
    ("NUL", String(repeating: "\0", count: length)),
    ("lone surrogates", String(decoding: [UInt16](repeating: 0xD800, count: length), as: UTF16.self)),
    ("invalid UTF-8", String(decoding: [UInt8](repeating: 0xC3, count: length), as: UTF8.self)),
  ]

  @Test(.timeLimit(.minutes(5)), arguments: texts.map(\.name))
  func `a hostile long text can be folded, used as a query and searched`(name: String) throws {
    let text = try #require(Self.texts.first { $0.name == name }).text
    let folded = TextSearch.folded(text)
    #expect(TextSearch.folded(folded) == folded)
    let whole = TextSearch.Query(text)
    #expect(whole.matches(text))
    #expect(whole.ranges(in: text) == (whole.isEmpty ? [] : [text.startIndex..<text.endIndex]))
    for query in [
      whole.foldedWords.first.map { String($0.unicodeScalars.dropFirst(Self.length / 2)) + "x" }, "\u{94D}", "b",
    ] {
      _ = TextSearch.Query(query ?? "").ranges(in: text)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a query may have ten thousand words, and hundreds of words match their own text`() {
    let text = (0..<10_000).map(String.init).joined(separator: " ")
    #expect(TextSearch.Query(text).foldedWords.count == 10_000)
    #expect(TextSearch.Query(String(text.prefix(2_000))).matches(text))
  }

  @Test func `NUL and replacement characters are searched like other characters`() {
    #expect(TextSearch.folded("A\0B\u{FFFD}") == "a\0b\u{FFFD}")
    #expect(TextSearch.Query("\0b").matches("a\0B"))
    #expect(!TextSearch.Query("\0b").matches("ab"))
  }
}
