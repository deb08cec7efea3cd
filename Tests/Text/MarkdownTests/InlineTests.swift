import Markdown
import RichText
import TestSupport
import Testing

/// Returns the runs of a text: emphasis in `/`, strong in `*`, code in backticks, strikethrough in `~`, links as
/// `text→address`.
func runs(_ text: String) -> String {
  RichText(markdown: text).blocks.flatMap(\.runs).map { run in
    var text = run.text
    if let link = run.link { text = "‹\(text)→\(link)›" }
    if run.traits.contains(.code) { text = "`\(text)`" }
    if run.traits.contains(.emphasis) { text = "/\(text)/" }
    if run.traits.contains(.strong) { text = "*\(text)*" }
    if run.traits.contains(.strikethrough) { text = "~\(text)~" }
    return text
  }.joined(separator: "")
}

struct InlineTests {
  @Test(arguments: [
    ("a <b>b</b> <i>c</i> <kbd>^C</kbd> <s>d</s>", "a *b* /c/ `^C` ~d~"), ("a<br>b<br/>\nc", "a\nb\nc"),
    ("<br>a<br />", "a"), ("H<sub>2</sub>O <span class=\"a_b_c\">x</span>", "H2O x"),
    ("<a href=\"/x?a=1&amp;b=2\">*y*</a> z", "/‹y→/x?a=1&b=2›/ z"),
    ("a <img src=x alt=\"a cat\"> b <img>", "a Picture: a cat x b "),
    ("a<!-- c --> b<script>x</script>", "a b"), ("<b>*a</b>*", "*/a/*"), ("</b>a <a>b</a></a>", "a b"),
    ("`<b>` <b>x</b>", "`<b>` *x*"),
  ])
  func `HTML tags for emphasis, links and line breaks are parsed, and others are left out`(
    text: String, expected: String
  ) {
    #expect(runs(text) == expected)
  }

  @Test(arguments: [
    "press <b> now", "Map<b> and List<i>", "<p>a</p>", "<ul><li>a_b_c</li></ul>", "a <b", "<foo>x</foo>",
  ])
  func `an unclosed tag stays text, and so does the tag of a block`(text: String) {
    #expect(runs(text) == text)
  }

  @Test func `a tag that is ended in another paragraph is not shown`() { #expect(runs("<b>a\n\nb</b>") == "ab") }

  @Test(.timeLimit(.minutes(5)), arguments: ["<b>", "</b>", "<br>", "<a href=x>", "<!--", "<b></i>", "<br> "])
  func `hostile tags are read in a time in proportion to their length`(part: String) {
    #expect(runs(String(repeating: part, count: 20_000) + "end</b></a>").contains("end"))
  }

  @Test(arguments: [
    "2 * 3 * 4", "2*3*4", "snake_case_name", "a * b", "*not closed", "**not closed", "`not closed", "5 < 6 > 4",
    "a_b_", "C:\\new\\table", "\\\\server\\share", "[1] and [2]", "[not](a link", "~5 or ~6", "a ** b ** c", "a****b",
    "¯_(ツ)_/¯", "wait... what?!", "größe_maß_x", "f(x)[i](y", "*.txt and *.md", "http:// nothing",
    "xhttps://no.org", "****four****",
  ])
  func `text that only looks like markup stays text`(text: String) {
    #expect(runs(text) == text)
  }

  @Test(arguments: [
    ("*a* _b_ **c** __d__ ***e***", "/a/ /b/ *c* *d* *//e//*"), ("**a *b* c**", "*a **//b//** c*"),
    ("これは**重要**です", "これは*重要*です"), ("これは*重要*です", "これは/重要/です"), ("(*a*), \"_b_\"", "(/a/), \"/b/\""),
    ("*a\nb*", "/a\nb/"), ("~~old~~ new", "~old~ new"), ("*a **b* c**", "/a **b/ c**"), ("\\*a\\*", "*a*"),
    ("un**frigging**believable", "un*frigging*believable"), ("_a_b", "_a_b"), ("*a*b", "*a*b"),
  ])
  func `emphasis, strong text and strikethrough are parsed`(text: String, expected: String) {
    #expect(
      runs(text).replacing("*//", with: "*/").replacing("//*", with: "/*")
        == expected.replacing("*//", with: "*/").replacing("//*", with: "/*"))
  }

  @Test(arguments: [
    ("`a`", "`a`"), ("``a`b``", "`a`b`"), ("`` ` ``", "```"), ("`*a*`", "`*a*`"), ("`a``b`", "`a``b`"),
    ("`a` `b", "`a` `b"), ("`a` *x* `b`", "`a` /x/ `b`"),
  ])
  func `code spans are parsed`(text: String, expected: String) {
    #expect(runs(text) == expected)
  }

  @Test(arguments: [
    ("[a](https://b.org)", "‹a→https://b.org›"), ("[a b](/c \"title\")!", "‹a b→/c›!"), ("[a](<b c>)", "‹a→b c›"),
    ("[a](b(c)d)", "‹a→b(c)d›"), ("![alt](i.png)", "‹alt→i.png›"), ("![](i.png)", "‹i.png→i.png›"), ("[a]()", "a"),
    ("[![alt](i.png) x](b) y", "‹alt x→b› y"), ("[[a](b)](c)", "[‹a→b›](c)"), ("[*a*](b)", "/‹a→b›/"),
    ("<https://a.org>", "‹https://a.org→https://a.org›"), ("<b>", "<b>"),
    ("see https://a.org/b?c=d#e.", "see ‹https://a.org/b?c=d#e→https://a.org/b?c=d#e›."),
    (
      "(https://a.org/b_(c)), HTTP://X.org!",
      "(‹https://a.org/b_(c)→https://a.org/b_(c)›), ‹HTTP://X.org→HTTP://X.org›!"
    ),
    ("**https://a.org**", "*‹https://a.org→https://a.org›*"),
    ("https://a.org/_x_/", "‹https://a.org/_x_/→https://a.org/_x_/›"),
    ("https://a.org。次", "‹https://a.org→https://a.org›。次"), ("“https://a.org”", "“‹https://a.org→https://a.org›”"),
    ("[see https://a.org](https://b.org)", "‹see https://a.org→https://b.org›"),
  ])
  func `links, pictures and bare addresses are parsed`(text: String, expected: String) {
    #expect(runs(text) == expected)
  }

  @Test func `markup in a heading or an item is parsed`() {
    #expect(runs("# a *b*") == "a /b/")
    #expect(runs("- a `b`") == "a `b`")
  }
}

/// Tests that hostile texts of a hundred thousand characters and more take linear time.
@Suite(.timeLimit(.minutes(5)))
struct HostileTests {
  @Test(arguments: [
    ">", "*", "_", "`", "[", "![", "](", "[](", "[a](b", "*a ", "**a *b ", "_a* ", "<", "<http://", "https://", "~~",
    "- ", "> - ", "  ", "\\", "\t", "1. ", "`a``", "(", "https://a(", "*a_b**c__", "#", "=\n", "```\n", "> \n",
    "- a\n  ", "|", "a|b\n--|--\n", "|-\n",
  ])
  func `100,000 characters of repeated markup are read within the nesting limit`(part: String) {
    let text = String(repeating: part, count: 100_000 / part.utf8.count)
    let rich = RichText(markdown: text)
    #expect(rich.blocks.allSatisfy { $0.containers.count <= RichText.depthLimit })
    let ticks = (1...400).map { String(repeating: "`", count: $0) }.joined(separator: " ")
    #expect(RichText(markdown: ticks).blocks.map(\.text) == [ticks])
  }

  @Test func `a table with 20,000 columns and 20,000 short rows is read as one table`() {
    let heads = String(repeating: "|a", count: 20_000)
    let dashes = String(repeating: "|-", count: 20_000)
    let table = RichText(markdown: heads + "\n" + dashes + String(repeating: "\nb", count: 20_000))
    #expect(table.blocks.count == 1)
    #expect(table.blocks.first?.text.utf8.count == 79_999)
  }

  @Test(arguments: [
    ("[a b][c]\n\n[c]: https://c.org", "‹a b→https://c.org›"), ("[A  b][]\n\n[a b]: /c 'title'", "‹A  b→/c›"),
    ("[a] and [b]\n\n[a]: <x y> (title)\n[A]: /late", "‹a→x y› and [b]"),
    ("![i][p], [x](/y), [x][?]\n\n[p]: /p.png\n[x]: /x", "‹i→/p.png›, ‹x→/y›, ‹x→/x›[?]"),
    ("[*a*][b]\n\n> [b]: /b", "/‹a→/b›/"), ("[a][b]\n[b]: /b", "[a][b]\n[b]: /b"),
    ("[1] and [2]\n\n[1]: https://a.org", "‹1→https://a.org› and [2]"),
  ])
  func `a link may refer to an address that is defined elsewhere`(text: String, expected: String) {
    #expect(runs(text) == expected)
  }

  @Test(arguments: [
    "[Note]: this is important", "[Note]: important", "[Note]: see/this now", "[]: /a", "[a]: <b", "[a]:", "[a] : /b",
    "[a[b]]: /c", "[Note]: /a \"",
  ])
  func `text that only looks like a link definition stays text`(text: String) {
    #expect(runs("[Note] [a]\n\n" + text) == "[Note] [a]" + text)
  }

  @Test func `an unused link definition is shown, and a used one takes no room`() {
    #expect(blocks("a [b]\n\n[b]: /b\n\nc") == ["a b", "_c"])
    #expect(
      blocks("a\n\n[b]: https://b.org\n[c]: https://c.org") == ["a", "_[b]: https://b.org", "[c]: https://c.org"])
    #expect(blocks("```\n[b]: /b\n```\n[b]") == ["code [b]: /b", "[b]"])
    #expect(runs("a\n\n[b]: https://b.org") == "a[b]: ‹https://b.org→https://b.org›")
  }

  @Test func `many brackets and many labels take a time in proportion to their number`() {
    let count = 20_000
    let text = String(repeating: "[a]", count: count) + "\n\n[a]: /a\n" + String(repeating: "[", count: count)
    #expect(RichText(markdown: text).blocks.first?.runs.first?.link == "/a")
    let labels = (0..<count).map { "[l\($0)]: /\($0)" }.joined(separator: "\n")
    #expect(RichText(markdown: "[l7]\n\n" + labels).blocks.count == count)
  }
}
