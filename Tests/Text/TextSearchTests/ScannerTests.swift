import TestSupport
import Testing
import TextSearch

/// Tests of the search on bytes.
struct ScannerTests {
  /// Returns the result of a scanner for the lines of a text.
  func verdict(_ scanner: inout TextSearch.Scanner, _ lines: [String]) -> Bool? {
    for line in lines { scanner.add(lines: ContiguousArray(line.utf8).span) }
    return scanner.endText()
  }

  /// Checks the scanner's results for several texts against the query, and counts the results by value.
  func verdicts(_ query: TextSearch.Query, _ texts: [[String]]) -> [Bool?: Int] {
    var scanner = TextSearch.Scanner(query)
    return texts.reduce(into: [:]) { counts, lines in
      let said = verdict(&scanner, lines)
      if let said, said != query.matches(lines.joined(separator: "\n")) {
        Issue.record("\(query.foldedWords.map(scalars)) in \(lines.map(scalars)): \(said)")
      }
      counts[said, default: 0] += 1
    }
  }

  @Test(arguments: 0..<8)
  func `the scanner agrees with the query or is undecided, for random texts`(seed: UInt64) {
    var random = RandomText(seed: seed)
    var counts: [Bool?: Int] = [:]
    for _ in 0..<50 {
      let lines = (0..<Int.random(in: 1...3, using: &random)).map { _ in random.text(upTo: 20) }
      let text = lines.joined(separator: "\n")
      var queries = (0..<3).map { _ in random.text(upTo: 3) }
      for part in [random.part(of: text), random.part(of: text), lines[0] + (lines.last ?? "")] {
        queries += [part, part.uppercased(), TextSearch.folded(part), part + " " + random.part(of: text)]
      }
      // A second text checks that it is not treated as a part of the first.
      let texts = [lines + [""], Array(lines.dropFirst()) + [""]]
      for query in queries { counts.merge(verdicts(TextSearch.Query(query), texts), uniquingKeysWith: +) }
    }
    for said in [true, false, nil] { #expect(counts[said, default: 0] > 100) }
  }

  @Test(arguments: 0..<4)
  func `the scanner agrees with the query or is undecided, for any characters`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<250 {
      // Only few characters are assigned above these.
      let scalars = (0..<4).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0..<0x1_F000, using: &random)) }
      let text = String(String.UnicodeScalarView(scalars))
      for query in [text, text.uppercased(), TextSearch.folded(text)] {
        _ = verdicts(TextSearch.Query(phrase: query), [[text], ["a" + text + "a"], [text + "\u{301}"]])
      }
    }
  }

  @Test(arguments: [
    ("lamp old", "How to keep\nan Old LAMP"), ("keep", "Kee\u{AD}p"), ("don't", "DON’T — “ever”…"),
    ("strasse", "Die Straße"), ("office", "oﬃce"), ("kelvin", "\u{212A}elvin"), ("istanbul", "İstanbul"),
    ("banh mi", "Bánh mì"), ("banh", "ba\u{301}nh"), ("елка", "Ёлка, мой друг"), ("мой", "Ёлка, мой друг"),
    ("οδοσ", "Οδός"), ("ガス", "ガスの"), ("東京", "東京都"), ("한국", "한국어"), ("ท\u{E35}\u{E48}", "ท\u{E35}\u{E48}น"),
    ("น", "ท\u{E48}ท\u{E38}น"),
    ("हिन्दी", "यह हिन्दी है"), ("كتب", "كَتَبَ"), ("שלום", "שָׁלוֹם"), ("👍", "👍🏽"), ("a\0b", "xA\0B"),
  ])
  func `the scanner decides matches in most languages`(query: String, text: String) {
    var scanner = TextSearch.Scanner(TextSearch.Query(query))
    #expect(verdict(&scanner, [text]) == true)
    scanner = TextSearch.Scanner(TextSearch.Query(query + "x"))
    #expect(verdict(&scanner, ["x" + text]) == false)
  }

  @Test(arguments: [
    ("Lamp", "a lamp", false), ("Lamp", "a Lamp", true), ("LaMP old", "old LaMP", true),
    ("LaMP Old", "old LaMP", false),
    ("bánh", "banh mi", false), ("bánh", "Bánh mì", true), ("Bánh", "bánh mì", false), ("bán", "bán\u{323}", nil),
    ("bá", "bạ\u{301}!", false), ("Жук", "жук", false), ("Жук", "Жук", true), ("née", "née", true),
    ("ne\u{301}", "née", true),
  ])
  func `the scanner decides most queries with capitals and accents`(query: String, text: String, isMatch: Bool?) {
    var scanner = TextSearch.Scanner(TextSearch.Query(query))
    #expect(verdict(&scanner, [text]) == isMatch)
    if let isMatch { #expect(TextSearch.Query(query).matches(text) == isMatch) }
  }

  @Test(arguments: [
    ("й", "и\u{306}"), ("한", "\u{1112}\u{1161}\u{11AB}"), ("ガス", "ｶﾞス"), ("क", "क\u{94D}\u{93C}"),
    ("й\u{308}", "ӥ\u{306}"),
  ])
  func `the scanner is undecided when a character combines with the one before`(query: String, text: String) {
    var scanner = TextSearch.Scanner(TextSearch.Query(query))
    #expect(verdict(&scanner, [text]) == nil)
  }

  @Test func `in ASCII only upper and lower case match each other`() throws {
    let all = (0..<0x80).map { String(Unicode.Scalar(UInt8($0))) }
    for wanted in all {
      var scanner = TextSearch.Scanner(TextSearch.Query(phrase: wanted.lowercased()))
      let others = all.filter { $0.lowercased() != wanted.lowercased() }
      #expect(verdict(&scanner, [others.joined()]) == false, "\(scalars(wanted))")
      #expect(verdict(&scanner, ["long before \(wanted) and behind"]) == true)
      #expect(verdict(&scanner, [wanted]) == true)
    }
  }

  @Test(arguments: [0, 7, 8, 9, 16_383, 16_384, 16_385, 40_000])
  func `a word is found at any offset of a text`(place: Int) {
    for filling in ["x", "ж", "\u{301}", "\u{94D}", "😀"] {
      let text = String(repeating: filling, count: place)
      var scanner = TextSearch.Scanner(TextSearch.Query("Ωmega"))
      #expect(verdict(&scanner, [text + "Ωmega" + text]) == true)
      #expect(verdict(&scanner, [text + "Ωmeg" + text]) == false)
    }
  }

  @Test func `a word that spans two lines is not found`() {
    let texts = [(["la", "mp"], false), (["", "lamp"], true), (["lamp", ""], true), (["lam", "", "p"], false)]
    for (lines, isMatch) in texts {
      var scanner = TextSearch.Scanner(TextSearch.Query("lamp"))
      #expect(verdict(&scanner, lines) == isMatch)
    }
  }

  @Test func `an accent at the start of a line joins no words and hides none`() {
    var scanner = TextSearch.Scanner(TextSearch.Query("ab"))
    #expect(verdict(&scanner, ["x", "\u{301}ab"]) == true)
    #expect(verdict(&scanner, ["a", "\u{301}b"]) == false)
  }

  @Test func `the scanner is undecided about invalid UTF-8`() {
    for bytes: ContiguousArray<UInt8> in [
      [0xC3], [0x61, 0xFF, 0x61], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xF0, 0x9F, 0x91], [0xA9, 0x61],
      [0xE0, 0x9F, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
      [0xC3, 0x28],
    ] {
      var scanner = TextSearch.Scanner(TextSearch.Query("a"))
      scanner.add(lines: bytes.span)
      #expect(scanner.endText() == nil)
      #expect(verdict(&scanner, ["a"]) == true)
    }
  }

  @Test func `an empty query matches every text, and an empty text matches no other query`() {
    var scanner = TextSearch.Scanner(TextSearch.Query(" "))
    #expect(verdict(&scanner, []) == true)
    #expect(verdict(&scanner, ["a"]) == true)
    scanner = TextSearch.Scanner(TextSearch.Query("a"))
    #expect(verdict(&scanner, []) == false)
    #expect(verdict(&scanner, [""]) == false)
  }

  /// In quadratic time this would take minutes.
  @Test(.timeLimit(.minutes(5)))
  func `repeated near matches are decided as the query decides, or left undecided`() {
    let word = String(repeating: "a", count: 30_000)
    let text = String(repeating: "a", count: 300_000)
    var scanner = TextSearch.Scanner(TextSearch.Query(word + "b" + word))
    #expect(verdict(&scanner, [text + "b", text]) != true)
    for (name, text) in HostileTextTests.texts {
      let query = TextSearch.Query(text)
      scanner = TextSearch.Scanner(query)
      if let said = verdict(&scanner, [text]) { #expect(said == query.matches(text), "\(name)") }
    }
  }
}
