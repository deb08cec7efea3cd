import HTMLText
import RichText
import TestSupport
import Testing

struct RichTextOfHTMLTests {
  /// A block a line: empty lines above it as `_`, what it stands in, its kind, its runs with their traits and links.
  func blocks(_ html: String) -> [String] {
    RichText(html: html).blocks.map { block in
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
        case .table: "table"
        case .rule: "rule"
        }
      let runs = block.runs.map { run in
        var text = run.text.replacing("\n", with: "/")
        if let link = run.link { text = "‹\(text)→\(link)›" }
        if run.traits.contains(.emphasis) { text = "_\(text)_" }
        if run.traits.contains(.strong) { text = "*\(text)*" }
        if run.traits.contains(.strikethrough) { text = "~\(text)~" }
        if run.traits.contains(.code), block.kind != .code { text = "`\(text)`" }
        return text
      }
      return String(repeating: "_", count: block.space) + containers.joined() + kind + runs.joined()
    }
  }

  @Test(
    arguments: [
      ("<p>One</p>\n<p>Two<br>three <b>b</b> <i>i</i></p>", ["One", "_Two/three *b* _i_"]),
      ("First.<p>Second &amp; <a href=\"/x?a=1&amp;b=2\">link</a>.", ["First.", "_Second & ‹link→/x?a=1&b=2›."]),
      ("<h2>Title</h2><p>text</p>", ["h2 Title", "_text"]),
      ("<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", ["• a", "• b", "  ◦ c"]),
      ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", ["• a", "  ◦ b", "• c"]),
      ("<ol><li>a<li>b</ol>end", ["1. a", "2. b", "_end"]), ("<ul><li><p>a</p><p>b</p></li></ul>", ["• a", "_  b"]),
      ("<blockquote><p>a</p><p>b</p></blockquote>c", ["> a", "_> b", "_c"]),
      ("<pre>\n x = 1\n  y\n</pre>", ["code  x = 1/  y"]), ("a<hr>b", ["a", "_rule", "_b"]),
      ("<code>x</code> <del>y</del> <img alt=\"z\">", ["`x` ~y~ z"]),
      ("a  \n b <!-- c --> <script>d</script>e", ["a b e"]), ("", []), ("<p></p><p> </p>", []),
      ("<b>never closed <i>x", ["*never closed* *_x_*"]), ("</b></ul>a</p>", ["a"]),
    ] as [(String, [String])])
  func `HTML becomes what a reader sees of it`(html: String, expected: [String]) {
    #expect(blocks(html) == expected)
  }

  @Test(arguments: [
    ("<p>a", true), ("a</p>", true), ("<H1 id=x>a", true), ("<table>", true), ("a<li>", true), ("a<br/>b", false),
    ("<b>a</b> <kbd>x</kbd><hr>", false), ("a < b > c", false), ("<your name>", false), ("vector<int> v; <p", false),
    ("plain", false),
  ])
  func `HTML is told from text by the tags that hold paragraphs`(text: String, expected: Bool) {
    #expect(HTMLText.hasBlocks(text) == expected)
  }

  @Test(arguments: [("it&#39;s", true), ("&#x27;", true), ("a &amp; b", true), ("AT&T; &c", false), ("a & b", false)])
  func `references are seen without tags`(text: String, expected: Bool) {
    #expect(HTMLText.hasReferences(text) == expected)
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      "<ul>", "<li>", "<blockquote>", "<b>", "</b>", "<a href=x>", "<ul><li>", "<ol><li>a", "<pre>", "<p>", "<br>",
    ])
  func `hostile HTML is read in a time in proportion to its length, and no deeper than the limit`(part: String) {
    let rich = RichText(html: String(repeating: part, count: 20_000) + "end")
    #expect(rich.blocks.allSatisfy { $0.containers.count <= RichText.depthLimit })
    #expect(rich.blocks.last?.text.hasSuffix("end") == true)
  }
}
