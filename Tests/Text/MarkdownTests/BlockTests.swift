import Markdown
import RichText
import TestSupport
import Testing

/// Returns the blocks of a text, one a line: `_` for each empty line before it, the containers, the kind, and the text
/// with `/` for a line break and `|` between cells.
func blocks(_ text: String) -> [String] { blocks(RichText(markdown: text)) }

private func blocks(_ text: RichText) -> [String] {
  text.blocks.map { block in
    let containers = block.containers.map { container in
      switch container {
      case .quotation: "> "
      case .indentation: "» "
      case .item(let marker, let isFirst): isFirst ? marker + " " : "  "
      }
    }
    let kind =
      switch block.kind {
      case .paragraph: ""
      case .heading(let level): "h\(level) "
      case .code: "code "
      case .table(let alignments): "table " + alignments.map { "\($0)".prefix(1) }.joined() + " "
      case .rule: "rule"
      }
    return String(repeating: "_", count: block.space) + containers.joined() + kind
      + block.text.replacing("\n", with: "/").replacing("\t", with: "|")
  }
}

struct BlockTests {
  @Test(
    arguments: [
      ("", []), ("\n \n", []), ("# a\n*b*\r\n  c", ["# a/*b*/  c"]), ("\n\na\n\n \nb\n", ["a", "__b"]),
      // Wrapped lines, also with the indentation of a file, of which the first line has none.
      (
        "The lines of mails and of abstracts are wrapped, usually in front of column\nseventy-two. They flow.\n\nAs it is\nhere.",
        [
          "The lines of mails and of abstracts are wrapped, usually in front of column seventy-two. They flow.",
          "_As it is/here.",
        ]
      ),
      (
        "Nei sistemi Unix la creazione dei processi avviene attraverso\n            la famiglia di funzioni fork() ed exec() del sistema. In\n            questa tesi.",
        [
          "Nei sistemi Unix la creazione dei processi avviene attraverso la famiglia di funzioni fork() ed exec() del sistema. In questa tesi."
        ]
      ),
      ("A list:\n    one\n    two", ["A list:/    one/    two"]),
    ])
  func `a literal text becomes paragraphs with its lines as they are written`(text: String, expected: [String]) {
    #expect(blocks(RichText(literal: text)) == expected)
  }

  @Test(
    arguments: [
      ("One.\n\nTwo.\nThree.", ["One.", "_Two./Three."]),
      ("a\n\n\n\nb\n", ["a", "___b"]),
      ("  a poem\n    goes in\n  and out", ["  a poem/    goes in/  and out"]),
      ("crlf\r\nand\rcr", ["crlf/and/cr"]),
      ("", []), ("\n\n", []), ("#hashtag\n####### seven\n#", ["#hashtag/####### seven/#"]),
      ("1984. A book.\n-5 degrees\n*starred", ["1984. A book./-5 degrees/*starred"]),
      ("-\n*\n1.", ["-/*/1."]),
      ("-- \nAnn", ["-- /Ann"]),
      ("a | b\n= 2", ["a | b/= 2"]),
    ] as [(String, [String])])
  func `plain text stays as it is written`(text: String, expected: [String]) {
    #expect(blocks(text) == expected)
  }

  static let wrapped = "The ferry that went round to the north, all at once, stopped"

  @Test(
    arguments: [
      ("\(wrapped)\n\(wrapped)\nand left.\n\nNext", ["\(wrapped) \(wrapped) and left.", "_Next"]),
      ("- \(wrapped)\n  again\n> \(wrapped) \n> more", ["• \(wrapped) again", "> \(wrapped) more"]),
      (
        String(repeating: "潮", count: 35) + "\n" + String(repeating: "水", count: 3),
        [String(repeating: "潮", count: 35) + "水水水"]
      ),
    ] as [(String, [String])])
  func `lines that were broken for their length are joined`(text: String, expected: [String]) {
    #expect(blocks(text) == expected)
  }

  @Test(arguments: [
    "a short line of a poem\n" + wrapped, wrapped + "\nshort\n" + wrapped, wrapped + "  \nkept", wrapped + "\\\nkept",
    wrapped + "\n  indented", "| \(wrapped) |\n| b |", String(repeating: "a whole paragraph ", count: 10) + "\nanother",
    wrapped + "\n" + String(repeating: "a whole paragraph ", count: 10),
  ])
  func `lines that were broken on purpose stay`(text: String) {
    #expect(blocks(text) == [text.replacing("\n", with: "/")])
  }

  @Test(
    arguments: [
      ("| Stop | Time |\n|---|---|\n| Quay | 6:14 |\n| Mill | 7:02 |", ["table ll Stop|Time/Quay|6:14/Mill|7:02"]),
      ("a | b | c\n:-: | --: | :--\nx | *y*", ["table ctl a|b|c/x|y"]),
      ("text\n| a |\n| - |\n\nmore", ["text", "table l a", "_more"]),
      ("> | a | b |\n> |--|--|\n> | 1\\|2 | `\\|` | 3 |\ntext", ["> table ll a|b/1|2||", "text"]),
      ("- | a |\n  |--|\n  | 1 |", ["• table l a/1"]),
      ("| *a | b* |\n|--|--|", ["table ll *a|b*"]),
      ("|a||\n|--|--|\n||x", ["table ll a|/|x"]),
      ("| a |\n|--|\n| b<br>c |\n| [d](http://e) |", ["table l a/b\u{2028}c/d"]),
    ] as [(String, [String])])
  func `tables are parsed with their alignments, escapes and containers`(text: String, expected: [String]) {
    #expect(blocks(text) == expected)
  }

  @Test(arguments: [
    "| a | b |\n| --- |\n| c |", "| a |\n| -- x |", "| a |\n| : |", "| --- |\ntext", "a | b\n--- \\| ---",
  ])
  func `text that only looks like a table stays as it is written`(text: String) {
    #expect(blocks(text).joined(separator: "/") == text.replacing("\n", with: "/"))
  }

  @Test(
    arguments: [
      ("# One\ntext\n## Two ##\n###### Six #", ["h1 One", "text", "h2 Two", "h6 Six"]),
      ("One\n===\nTwo\n---\n\na\nb\n---", ["h1 One", "h2 Two", "_a/b", "rule"]),
      ("a\n\n---\n* * *\n___\n\nb", ["a", "_rule", "rule", "rule", "_b"]),
      ("- - -  \n\nb", ["rule", "_b"]),
      ("# C#", ["h1 C#"]),
    ] as [(String, [String])])
  func `headings and rules are parsed`(text: String, expected: [String]) {
    #expect(blocks(text) == expected)
  }

  @Test(
    arguments: [
      ("- a\n- b\n  more\n* c\n+ d\nend", ["• a", "• b/more", "• c", "• d", "end"]),
      ("1. a\n2) b\n10. c", ["1. a", "2) b", "10. c"]),
      ("- a\n  - b\n    - c\n  - d\n- e", ["• a", "  ◦ b", "    • c", "  ◦ d", "• e"]),
      ("1. a\n   - b\n\n   text", ["1. a", "  • b", "_  text"]),
      ("- a\n\n- b\n\nend", ["• a", "_• b", "_end"]),
      ("-\ta\n\tb", ["• a/b"]),
      ("text\n- a", ["text", "• a"]), ("text\n2. a", ["text/2. a"]), ("text\n1. a", ["text", "1. a"]),
      ("- # h\n- > q", ["• h1 h", "• > q"]),
    ] as [(String, [String])])
  func `nested and flat lists are parsed`(text: String, expected: [String]) {
    #expect(blocks(text) == expected)
  }

  @Test(
    arguments: [
      ("> a\n> b\nc", ["> a/b", "c"]), ("> a\n>> b\n>\n> c", ["> a", "> > b", "_> c"]),
      (">a\n\n> b", ["> a", "_> b"]), ("> - a\n>   b", ["> • a/b"]),
    ] as [(String, [String])])
  func `quotations are parsed`(text: String, expected: [String]) {
    #expect(blocks(text) == expected)
  }

  @Test(
    arguments: [
      ("```swift\nlet *a* = 1\n\n  # no\n```\nb", ["code let *a* = 1//  # no", "b"]),
      ("~~~\n```\n~~~", ["code ```"]), ("```\nnever closed\n> a", ["code never closed/> a"]),
      ("- a\n  ```\n    b\n  ```", ["• a", "  code   b"]), ("> ```\n> a\nb", ["> code a", "b"]),
      ("```a`b```", ["a`b"]),
    ] as [(String, [String])])
  func `fenced code is parsed`(text: String, expected: [String]) {
    #expect(blocks(text) == expected)
  }

  @Test func `nothing is nested deeper than the limit`() {
    let deep = RichText(markdown: String(repeating: ">", count: 100) + "a").blocks
    #expect(deep.map(\.containers.count) == [RichText.depthLimit])
    #expect(deep[0].text == String(repeating: ">", count: 100 - RichText.depthLimit) + "a")
  }
}
