import TestSupport
import Testing
import TextSearch

/// Tests of the ranges to highlight.
struct RangesTests {
  @Test(
    arguments: [
      ("", "a", []), ("a", "", []), ("x", "a", []),
      ("lamp", "Lamp, lamp and lAmP", ["Lamp", "lamp", "lAmP"]), ("Lamp", "Lamp, lamp", ["Lamp"]),
      ("banh mi", "Mì, Ba\u{301}nh mì", ["Mì", "Ba\u{301}nh", "mì"]), ("banh x", "Bánh mì", []),
      ("e", "cafe\u{301} É", ["e\u{301}", "É"]), ("é", "cafe\u{301} CAFÉ e", ["e\u{301}", "É"]),
      ("aa", "aaa", ["aa"]), ("aa", "aaaa", ["aaaa"]), ("abc cd", "xabcd", ["abcd"]), ("a b", "ab", ["ab"]),
      ("as", "Maß", ["aß"]), ("s", "ß", ["ß"]), ("sse", "Straße", ["ße"]), ("i", "ﬁn", ["ﬁ"]), ("fin", "ﬁn", ["ﬁn"]),
      ("ae", "Æ", ["Æ"]), ("1/2", "a½b", ["½"]), ("it", "so\u{AD}i\u{AD}t", ["i\u{AD}t"]), ("...", "a…", ["…"]),
      ("👍", "a👍🏽b👍", ["👍🏽", "👍"]), ("क", "कि", ["कि"]), ("한", "\u{1112}\u{1161}\u{11AB}국", ["\u{1112}\u{1161}\u{11AB}"]),
      ("か", "がか", ["か"]), ("ガ", "ｶﾞｽ", ["ｶﾞ"]), ("\u{94D}क", "ख\u{94D}\u{93C}\u{301} \u{94D}क", [" \u{94D}क"]),
    ] as [(String, String, [String])])
  func `found words are highlighted as whole characters`(query: String, text: String, found: [String]) {
    let ranges = TextSearch.Query(query).ranges(in: text)
    #expect(ranges.map { scalars(String(text[$0])) } == found.map(scalars))
  }

  @Test(arguments: 0..<40)
  func `highlighted ranges cover the words of a matching text, and another text has none`(seed: UInt64) {
    var random = RandomText(seed: seed)
    for _ in 0..<500 {
      let text = random.text(upTo: 20)
      let query = TextSearch.Query(Bool.random(using: &random) ? random.text(upTo: 3) : random.part(of: text))
      let ranges = query.ranges(in: text)
      if ranges.isEmpty != (query.isEmpty || !query.matches(text)) {
        Issue.record("\(query.foldedWords) in \(scalars(text))")
      }
      if ranges.isEmpty { continue }
      for (range, next) in zip(ranges, ranges.dropFirst()) { #expect(range.upperBound < next.lowerBound) }
      let starts = Set(text.indices).union([text.endIndex])
      #expect(ranges.filter(\.isEmpty) == [])
      #expect(Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] }).subtracting(starts) == [])
      let highlighted = ranges.map { String(text[$0]) }
      for word in query.foldedWords {
        #expect(
          TextSearch.Query(word).mayMatch(folded: TextSearch.folded(highlighted.joined(separator: "\n"))),
          "\(scalars(word)) in \(scalars(text))")
      }
    }
  }
}
