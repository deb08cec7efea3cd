import Testing
import TextSearch

struct QueryTests {
  typealias Query = TextSearch.Query

  @Test(arguments: [
    ("", []), (" \t\u{3000}", []), ("banh mi", ["banh", "mi"]), ("  Bánh\u{A0}MÌ\n", ["banh", "mi"]),
    ("a a A á", ["a", "a", "a"]), ("\u{301} a \u{AD}", ["a"]), ("\"a b\" -c", ["\"a", "b\"", "-c"]),
  ])
  func `a query is split into folded words`(text: String, words: [String]) {
    #expect(Query(text).foldedWords == words)
    #expect(Query(text).isEmpty == words.isEmpty)
  }

  @Test(arguments: [
    ("banh mi 123 — ß ﬁ ς ¿", false), ("Banh", true), ("bánh", true), ("ba\u{301}nh", true), ("đ", true), ("ẞ", true),
    ("й", false), ("が", false), ("한", false), ("ท\u{E35}\u{E48}", false), ("ｗide", false), ("Ｗide", true), ("Ж", true),
    ("ё", true),
    ("שָ", true), ("ꭰ", false), ("Ꭰ", true), ("ı", false), ("", false),
  ])
  func `a query with a capital or an accent needs an exact check`(text: String, isNeeded: Bool) {
    #expect(Query(text).needsExactCheck == isNeeded)
  }

  @Test(
    arguments: [
      ("", "", true), ("", "anything", true), ("a", "", false),
      ("banh mi", "Bánh mì", true), ("mi banh", "Bánh mì", true), ("banhmi", "Bánh mì", false),
      ("anh ì", "Bánh mì", true), ("banh pho", "Bánh mì", false),
      ("bánh", "Bánh mì", true), ("bánh", "BA\u{301}NH", true), ("bánh", "banh mi", false), ("bánh", "bành", false),
      ("bánh mi", "bánh mì", true), ("bánh mì", "bánh mi", false),
      ("Banh", "Bánh", true), ("Banh", "banh", false), ("BANH", "Bánh", false), ("Bánh", "bánh", false),
      ("Bánh", "Banh", false), ("Bánh", "Ba\u{301}nh", true), ("bánh M", "BÁNH MI", true), ("bánh M", "BÁNH mi", false),
      ("née", "née", true), ("né", "nế", false), ("ne", "nế", true), ("ée", "éé", false), ("ée", "éé née", true),
      ("straße", "STRASSE", true), ("Strasse", "Straße", true), ("Straße", "Strasse", true),
      ("Straße", "STRASSE", false),
      ("istanbul", "İstanbul", true), ("İstanbul", "Istanbul", false), ("Istanbul", "İstanbul", true),
      ("ılık", "ILIK", true),
      ("lodz", "Łódź", true), ("łodz", "Łódź", false), ("łódź", "ŁÓDŹ", true), ("ł", "l", false),
      ("don't", "don’t", true), ("don’t", "don't", true), ("мой", "мои", false), ("мои", "мой", false),
      ("елка", "Ёлка", true), ("ёлка", "елка", false), ("か", "が", false), ("가", "각", false), ("क", "कि", true),
      ("\"a", "a", false), ("\"a\"", "“A”", true),
      ("pÁn", "PÁN", false), ("wasser Rohr", "Rohrwasser", true), ("Rohr wasser", "Wasserrohr", false),
    ] as [(String, String, Bool)])
  func `a text matches when it contains all words as they were typed`(query: String, text: String, isMatch: Bool) {
    #expect(Query(query).matches(text) == isMatch)
    #expect(!isMatch || Query(query).mayMatch(folded: TextSearch.folded(text)))
  }

  @Test func `mayMatch requires all folded words of the query`() {
    #expect(Query("Bánh MI").mayMatch(folded: "banh mi"))
    #expect(!Query("Bánh MI").mayMatch(folded: "banh"))
    #expect(Query("").mayMatch(folded: ""))
    #expect(Query("aab").mayMatch(folded: "aaab"))
    #expect(Query("abcabd").mayMatch(folded: "abcabcabd"))
    #expect(!Query("abcabd").mayMatch(folded: "abcabcab"))
  }
}
