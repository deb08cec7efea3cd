import ComicDomain
import Testing

struct TranscriptTests {
  func transcript(_ text: String, alt: String = "The joke behind the joke.") async throws -> Transcript? {
    try await titled(#""alt": \#(json(alt)), "transcript": \#(json(text))"#).transcript
  }

  @Test(
    arguments: [
      (
        "[[A pier.]]\nWoman: Six.\n\n  Man: Seven. \n", [.scene("A pier."), .line("Woman: Six."), .line("Man: Seven.")]
      ),
      ("<<Pop>>\n<<Pop pop>> <<Crack>>", [.sound("Pop"), .sound("Pop pop"), .sound("Crack")]),
      ("((Full width.))\n{{A flowchart.}}", [.note("Full width."), .note("A flowchart.")]),
      ("[[One\ntwo]]\nthree", [.scene("One\ntwo"), .line("three")]),
      ("[[Standing]] Guy: Hi", [.scene("Standing"), .line("Guy: Hi")]),
      ("Man ((typing)): Sorry [[sic]] <<click>>", [.line("Man ((typing)): Sorry [[sic]] <<click>>")]),
      ("[[A.]].\n[[B.]]: \n[[C.]]", [.scene("A."), .scene("B."), .scene("C.")]),
      ("[[A]]: said", [.scene("A"), .line(": said")]), ("[[a [b]]]\nc", [.scene("a [b]"), .line("c")]),
      ("<u>under</u> &nbsp;", [.line("<u>under</u> &nbsp;")]),
      ("Oh yeah\u{E2}\u{80}\u{94}have", [.line("Oh yeah—have")]),
      ("[[]]\n<<>>\nx", [.line("x")]), ("a\r\nb", [.line("a"), .line("b")]),
      ("[[a]]\r\n[[b]]\r\n", [.scene("a"), .scene("b")]),
      ("[[a [[b]] c]]\nd", [.scene("a [[b]] c"), .line("d")]), ("((a ((b))))\nc", [.note("a ((b))"), .line("c")]),
      ("[[a [[b]] c\nd", [.scene("a [[b"), .line("c"), .line("d")]), ("[[[a]]]", [.scene("[a]")]),
      ("[[a [[b]]\n[[c]]", [.scene("a [[b"), .scene("c")]), ("x]] [[y\n[[c]]", [.line("x]] [[y"), .scene("c")]),
      ("Man [[sic\nb]] c", [.line("Man [[sic"), .line("b]] c")]), ("]]\n[[a]]", [.line("]]"), .scene("a")]),
      ("[[a]]]]\nb", [.scene("a]]"), .line("b")]),
      ("<<a>> [[b]] ((c)) d", [.sound("a"), .scene("b"), .note("c"), .line("d")]),
      ("[one]\n<two>", [.line("[one]"), .line("<two>")]), ("[", [.line("[")]),
    ] as [(String, [Transcript.Part])])
  func `brackets at the start of a line make scenes, sounds and notes, other text makes lines`(
    text: String, parts: [Transcript.Part]
  ) async throws {
    #expect(try await transcript(text) == Transcript(parts))
  }

  @Test(
    arguments: [
      ("<<whirr>\nSpirit: Hm", [.sound("whirr"), .line("Spirit: Hm")]),
      ("((A woman.  A man.]]\nW: Hi", [.note("A woman.  A man."), .line("W: Hi")]),
      ("<<Whirr>\nV: Mmm\n<<Click>>", [.sound("Whirr"), .line("V: Mmm"), .sound("Click")]),
      ("[[Never closed\nDot: Oh", [.scene("Never closed"), .line("Dot: Oh")]),
      ("[[Never closed\n[[Closed]]", [.scene("Never closed"), .scene("Closed")]),
      ("[[Never closed\n  [[Closed]]", [.scene("Never closed"), .scene("Closed")]),
      ("((3+3)x(111+1)-1)x3\n3-1", [.line("((3+3)x(111+1)-1)x3"), .line("3-1")]),
      ("{{never closed\nx", [.note("never closed"), .line("x")]), ("[[\nx", [.line("x")]),
      ("<<a] \nx", [.sound("a"), .line("x")]), ("[[a]", [.scene("a")]), ("<<>\nx", [.line("x")]),
    ] as [(String, [Transcript.Part])])
  func `an unclosed bracket extends only to the end of its line`(text: String, parts: [Transcript.Part]) async throws {
    #expect(try await transcript(text) == Transcript(parts))
  }

  @Test(arguments: [
    "{{Title text: The joke behind the joke.}}", "{{title-text: the joke behind the joke}}",
    "{{Alt: The joke behind the joke.}}",
    "{{ Alt text : The joke, behind the joke! }}", "{{alt\ntitle text: The joke behind the joke.}}",
    "{{Alt-title: The joke behind the joke.}}",
    "{{Mouseover text: The joke behind the joke.}}", "{{Rollover text: The joke behind this joke}}",
    "{{The joke behind the joke.}}",
    "{{Titlte text: The joke behind the joke.}}", "{{Alt: The joke behind the joke.}",
    "{{Title text: The joke behind the joke.",
    "{{Title text:}}", "[title text: The joke behind the joke.}}", "alt-text: The joke behind the joke.",
    "[[Comic alt text: The joke behind the joke.]]", "Map Title Text: The joke behind the joke.",
    "{{Hover: The joke behind the joke.}}", "{{alt: The joke behind the joke.]]",
    "{{Title text: The joke behind the joke.}}\n{{Title text: Something else altogether}}",
  ])
  func `the hover text is removed from the transcript`(mark: String) async throws {
    #expect(try await transcript("[[A pier.]]\n" + mark) == Transcript([.scene("A pier.")]))
    #expect(try await transcript(mark + "\n[[A pier.]]") == Transcript([.scene("A pier.")]))
    #expect(try await transcript(mark) == nil)
  }

  @Test func `a hover text with brackets is removed from the transcript`() async throws {
    let alt = "{{This}} is not a mark."
    #expect(try await transcript("[[A pier.]]\n{{Title text: \(alt)}}", alt: alt) == Transcript([.scene("A pier.")]))
  }

  @Test(arguments: [":(", "...", "…"])
  func `a hover text without words is removed from the transcript`(alt: String) async throws {
    #expect(try await transcript("[[A pier.]]\n{{Alt: \(alt)}}", alt: alt) == Transcript([.scene("A pier.")]))
  }

  @Test(arguments: ["The joke behind the joke.", "Alt: no such thing at all", "Man: The joke behind the joke."])
  func `a line that is not labelled as the hover text stays`(line: String) async throws {
    #expect(try await transcript(line) == Transcript([.line(line)]))
  }

  @Test func `the hover text of another comic becomes the foreign title text`() async throws {
    let text = "[[A pier.]]\n{{Title text: 1. Apples grow elsewhere}}\n{{Title text: Pears: they do, too}}"
    #expect(try await transcript(text) == Transcript([.scene("A pier.")], foreignTitleText: "Pears: they do, too"))
  }

  @Test(arguments: ["{{Title: Back to the Future}}", "{{Legend: lines}}", "{{Alternatively: trains}}", "{{: x}}"])
  func `captions in braces other than the hover text are notes`(mark: String) async throws {
    #expect(try await transcript(mark) == Transcript([.note(String(mark.dropFirst(2).dropLast(2)))]))
  }

  @Test(arguments: ["", " \n ", "[[]]", "{{}}"])
  func `an empty transcript is nil`(text: String) async throws {
    #expect(try await transcript(text) == nil)
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      "[[", "[[\n", "<<a>>", "{{a\n", "((\n[[\n", "{{alt:", "]]", "[[ [[ ]] ", "[[a]]. ", "\n", "[[a]\n", "<<a>> ",
    ])
  func `hostile input is parsed in linear time`(part: String) async throws {
    // In quadratic time this is 2.5 billion steps.
    let parts = try await transcript(String(repeating: part, count: 50_000))?.parts ?? []
    #expect(parts.count <= 100_000)
  }
}
