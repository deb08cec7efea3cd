import TestSupport
import Testing
import TextSearch

/// What is said of texts by their bytes.
struct ScannerTests {
  /// What a scanner says of the lines of a text.
  func verdict(_ scanner: inout TextSearch.Scanner, _ lines: [String]) -> Bool? {
    for line in lines { scanner.add(lines: Array(line.utf8).span) }
    return scanner.endText()
  }

  @Test(arguments: 0..<40)
  func `it says what the query says, or nothing`(seed: UInt64) {
    var random = RandomText(seed: seed)
    var counts: [Bool?: Int] = [:]
    for _ in 0..<50 {
      var lines = (0..<Int.random(in: 1...3, using: &random)).map { _ in random.text(upTo: 20) }
      let text = lines.joined(separator: "\n")
      var queries = (0..<3).map { _ in random.text(upTo: 3) }
      for part in [random.part(of: text), random.part(of: text), lines[0] + (lines.last ?? "")] {
        queries += [part, part.uppercased(), TextSearch.folded(part), part + " " + random.part(of: text)]
      }
      lines += [""]
      for query in queries.map({ TextSearch.Query($0) }) {
        var scanner = TextSearch.Scanner(query)
        // The second text must not be taken for a part of the first.
        for lines in [lines, Array(lines.dropFirst())] {
          let isMatch = query.matches(lines.joined(separator: "\n"))
          let said = verdict(&scanner, lines)
          if let said, said != isMatch {
            Issue.record("\(query.foldedWords.map(scalars)) in \(lines.map(scalars)): \(said)")
          }
          counts[said, default: 0] += 1
        }
      }
    }
    for said in [true, false, nil] { #expect(counts[said, default: 0] > 100) }
  }

  @Test(arguments: [
    ("lamp old", "How to keep\nan Old LAMP"), ("keep", "Kee\u{AD}p"), ("don't", "DON’T — “ever”…"),
    ("strasse", "Die Straße"), ("office", "oﬃce"), ("kelvin", "\u{212A}elvin"), ("istanbul", "İstanbul"),
    ("banh mi", "Bánh mì"), ("banh", "ba\u{301}nh"), ("елка", "Ёлка, мой друг"), ("мой", "Ёлка, мой друг"),
    ("οδοσ", "Οδός"), ("ガス", "ガスの"), ("東京", "東京都"), ("한국", "한국어"), ("ท\u{E35}\u{E48}", "ท\u{E35}\u{E48}น"),
    ("हिन्दी", "यह हिन्दी है"), ("كتب", "كَتَبَ"), ("שלום", "שָׁלוֹם"), ("👍", "👍🏽"), ("a\0b", "xA\0B"),
  ])
  func `it tells what stands in most languages`(query: String, text: String) {
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
  func `it knows of most capitals and accents, too`(query: String, text: String, isMatch: Bool?) {
    var scanner = TextSearch.Scanner(TextSearch.Query(query))
    #expect(verdict(&scanner, [text]) == isMatch)
    if let isMatch { #expect(TextSearch.Query(query).matches(text) == isMatch) }
  }

  @Test(arguments: [
    ("й", "и\u{306}"), ("한", "\u{1112}\u{1161}\u{11AB}"), ("ガス", "ｶﾞス"), ("क", "क\u{94D}\u{93C}"),
  ])
  func `it does not say what a character makes of the one before`(query: String, text: String) {
    var scanner = TextSearch.Scanner(TextSearch.Query(query))
    #expect(verdict(&scanner, [text]) == nil)
  }

  @Test func `a word begins on one line and ends on another, and is not found`() {
    let texts = [(["la", "mp"], false), (["", "lamp"], true), (["lamp", ""], true), (["lam", "", "p"], false)]
    for (lines, isMatch) in texts {
      var scanner = TextSearch.Scanner(TextSearch.Query("lamp"))
      #expect(verdict(&scanner, lines) == isMatch)
    }
  }

  @Test func `an accent that begins a line is on the end of the line before`() {
    var scanner = TextSearch.Scanner(TextSearch.Query("ab"))
    #expect(verdict(&scanner, ["x", "\u{301}ab"]) == true)
    #expect(verdict(&scanner, ["a", "\u{301}b"]) == false)
  }

  @Test func `bytes that are no text are not looked through`() {
    for bytes: [UInt8] in [[0xC3], [0x61, 0xFF, 0x61], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF0, 0x9F, 0x91]] {
      var scanner = TextSearch.Scanner(TextSearch.Query("a"))
      scanner.add(lines: bytes.span)
      #expect(scanner.endText() == nil)
      #expect(verdict(&scanner, ["a"]) == true)
    }
  }

  @Test func `nothing to look for stands in every text, and nothing else in none`() {
    var scanner = TextSearch.Scanner(TextSearch.Query(" "))
    #expect(verdict(&scanner, []) == true && verdict(&scanner, ["a"]) == true)
    scanner = TextSearch.Scanner(TextSearch.Query("a"))
    #expect(verdict(&scanner, []) == false && verdict(&scanner, [""]) == false)
  }

  /// Were the time quadratic, this would take minutes.
  @Test(.timeLimit(.minutes(1)))
  func `what is nearly there everywhere is left to the query`() {
    let (word, text) = (String(repeating: "a", count: 30_000), String(repeating: "a", count: 300_000))
    var scanner = TextSearch.Scanner(TextSearch.Query(word + "b" + word))
    #expect(verdict(&scanner, [text + "b", text]) != true)
    for (name, text) in HostileTextTests.texts {
      let query = TextSearch.Query(text)
      scanner = TextSearch.Scanner(query)
      if let said = verdict(&scanner, [text]) { #expect(said == query.matches(text), "\(name)") }
    }
  }
}
