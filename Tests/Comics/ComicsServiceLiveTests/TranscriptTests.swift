import ComicDomain
import Testing

struct TranscriptTests {
  func transcript(_ text: String, alt: String = "The joke behind the joke.") async throws -> Transcript? {
    try await titled(#""alt": \#(json(alt)), "transcript": \#(json(text))"#).transcript
  }

  @Test(
    arguments: [
      (
        "[[A pier.]]\nWoman: Six.\n\n  Man: Seven. \n",
        [.init(.scene, "A pier."), .init(.line, "Woman: Six."), .init(.line, "Man: Seven.")]
      ),
      ("<<Pop>>\n<<Pop pop>> <<Crack>>", [.init(.sound, "Pop"), .init(.sound, "Pop pop"), .init(.sound, "Crack")]),
      ("((Full width.))\n{{A flowchart.}}", [.init(.note, "Full width."), .init(.note, "A flowchart.")]),
      ("[[One\ntwo]]\nthree", [.init(.scene, "One\ntwo"), .init(.line, "three")]),
      ("[[Standing]] Guy: Hi", [.init(.scene, "Standing"), .init(.line, "Guy: Hi")]),
      ("Man ((typing)): Sorry [[sic]] <<click>>", [.init(.line, "Man ((typing)): Sorry [[sic]] <<click>>")]),
      ("[[A.]].\n[[B.]]: \n[[C.]]", [.init(.scene, "A."), .init(.scene, "B."), .init(.scene, "C.")]),
      ("[[A]]: said", [.init(.scene, "A"), .init(.line, ": said")]),
      ("[[a [b]]]\nc", [.init(.scene, "a [b]"), .init(.line, "c")]),
      ("<u>under</u> &nbsp;", [.init(.line, "<u>under</u> &nbsp;")]),
      ("Oh yeah\u{E2}\u{80}\u{94}have", [.init(.line, "Oh yeah—have")]),
      ("[[]]\n<<>>\nx", [.init(.line, "x")]), ("a\r\nb", [.init(.line, "a"), .init(.line, "b")]),
      ("[[a]]\r\n[[b]]\r\n", [.init(.scene, "a"), .init(.scene, "b")]),
      ("[[a [[b]] c]]\nd", [.init(.scene, "a [[b]] c"), .init(.line, "d")]),
      ("((a ((b))))\nc", [.init(.note, "a ((b))"), .init(.line, "c")]),
      ("[[a [[b]] c\nd", [.init(.scene, "a [[b"), .init(.line, "c"), .init(.line, "d")]),
      ("[[[a]]]", [.init(.scene, "[a]")]),
      ("[[a [[b]]\n[[c]]", [.init(.scene, "a [[b"), .init(.scene, "c")]),
      ("x]] [[y\n[[c]]", [.init(.line, "x]] [[y"), .init(.scene, "c")]),
      ("Man [[sic\nb]] c", [.init(.line, "Man [[sic"), .init(.line, "b]] c")]),
      ("]]\n[[a]]", [.init(.line, "]]"), .init(.scene, "a")]),
      ("[[a]]]]\nb", [.init(.scene, "a]]"), .init(.line, "b")]),
      ("<<a>> [[b]] ((c)) d", [.init(.sound, "a"), .init(.scene, "b"), .init(.note, "c"), .init(.line, "d")]),
      ("[one]\n<two>", [.init(.line, "[one]"), .init(.line, "<two>")]), ("[", [.init(.line, "[")]),
    ] as [(String, [Transcript.Part])])
  func `brackets at the start of a line make scenes, sounds and notes, other text makes lines`(
    text: String, parts: [Transcript.Part]
  ) async throws {
    #expect(try await transcript(text) == Transcript(parts))
  }

  @Test(
    arguments: [
      ("<<whirr>\nSpirit: Hm", [.init(.sound, "whirr"), .init(.line, "Spirit: Hm")]),
      ("((A woman.  A man.]]\nW: Hi", [.init(.note, "A woman.  A man."), .init(.line, "W: Hi")]),
      ("<<Whirr>\nV: Mmm\n<<Click>>", [.init(.sound, "Whirr"), .init(.line, "V: Mmm"), .init(.sound, "Click")]),
      ("[[Never closed\nDot: Oh", [.init(.scene, "Never closed"), .init(.line, "Dot: Oh")]),
      ("[[Never closed\n[[Closed]]", [.init(.scene, "Never closed"), .init(.scene, "Closed")]),
      ("[[Never closed\n  [[Closed]]", [.init(.scene, "Never closed"), .init(.scene, "Closed")]),
      ("((3+3)x(111+1)-1)x3\n3-1", [.init(.line, "((3+3)x(111+1)-1)x3"), .init(.line, "3-1")]),
      ("{{never closed\nx", [.init(.note, "never closed"), .init(.line, "x")]), ("[[\nx", [.init(.line, "x")]),
      ("<<a] \nx", [.init(.sound, "a"), .init(.line, "x")]), ("[[a]", [.init(.scene, "a")]),
      ("<<>\nx", [.init(.line, "x")]),
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
    #expect(try await transcript("[[A pier.]]\n" + mark) == Transcript([.init(.scene, "A pier.")]))
    #expect(try await transcript(mark + "\n[[A pier.]]") == Transcript([.init(.scene, "A pier.")]))
    #expect(try await transcript(mark) == nil)
  }

  @Test func `a hover text with brackets is removed from the transcript`() async throws {
    let alt = "{{This}} is not a mark."
    #expect(
      try await transcript("[[A pier.]]\n{{Title text: \(alt)}}", alt: alt) == Transcript([.init(.scene, "A pier.")]))
  }

  @Test(arguments: [":(", "...", "…"])
  func `a hover text without words is removed from the transcript`(alt: String) async throws {
    #expect(try await transcript("[[A pier.]]\n{{Alt: \(alt)}}", alt: alt) == Transcript([.init(.scene, "A pier.")]))
  }

  @Test(arguments: ["The joke behind the joke.", "Alt: no such thing at all", "Man: The joke behind the joke."])
  func `a line that is not labelled as the hover text stays`(line: String) async throws {
    #expect(try await transcript(line) == Transcript([.init(.line, line)]))
  }

  @Test func `the hover text of another comic becomes the foreign title text`() async throws {
    let text = "[[A pier.]]\n{{Title text: 1. Apples grow elsewhere}}\n{{Title text: Pears: they do, too}}"
    #expect(
      try await transcript(text) == Transcript([.init(.scene, "A pier.")], foreignTitleText: "Pears: they do, too"))
  }

  @Test(arguments: ["{{Title: Back to the Future}}", "{{Legend: lines}}", "{{Alternatively: trains}}", "{{: x}}"])
  func `captions in braces other than the hover text are notes`(mark: String) async throws {
    #expect(try await transcript(mark) == Transcript([.init(.note, String(mark.dropFirst(2).dropLast(2)))]))
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
