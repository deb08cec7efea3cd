import HTMLText
import Markdown
import RichText
import TestSupport
import Testing

struct WritingTests {
  typealias Block = RichText.Block
  typealias Run = RichText.Run

  @Test(
    arguments: [
      ("<h1>Title</h1><p>One.</p><h3>Small</h3>", "# Title\n\nOne.\n\n### Small\n"),
      ("<p>a<br>b</p>", "a  \nb\n"),
      ("<ul><li>a<li>b<ul><li>c</ul></ul>", "- a\n- b\n  - c\n"),
      ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b\n"),
      ("<ul><li><p>a</p><p>b</p></li></ul>", "- a\n\n  b\n"),
      ("<blockquote><p>a</p><p>b</p></blockquote><p>c</p>", "> a\n>\n> b\n\nc\n"),
      ("<blockquote><ul><li>a</ul></blockquote>", "> - a\n"),
      ("<pre>let a = 1\n  b</pre>", "```\nlet a = 1\n  b\n```\n"),
      ("<pre>```</pre>", "````\n```\n````\n"),
      ("<p>a <b>b</b> <i>c</i> <del>d</del> <code>e</code></p>", "a **b** *c* ~~d~~ `e`\n"),
      ("<p><b>bold </b>then</p>", "**bold** then\n"),
      ("<p><code>a`b</code></p>", "``a`b``\n"),
      ("<p>See <a href='https://a.org/x'>this</a>.</p>", "See [this](https://a.org/x).\n"),
      ("<p><a href='https://a.org/x(y)'>a <b>b</b></a></p>", "[a **b**](https://a.org/x%28y%29)\n"),
      ("<p><a href='https://a.org/x'>https://a.org/x</a></p>", "<https://a.org/x>\n"),
      ("<p>a</p><hr><p>b</p>", "a\n\n---\n\nb\n"),
      ("<p><img src='https://a.org/b.png' alt='A [harbour]'></p>", "![A \\[harbour\\]](https://a.org/b.png)\n"),
      ("<p><img src='https://a.org/b.png'></p>", "![](https://a.org/b.png)\n"),
      (
        "<p><a href='https://a.org/'><img src='https://a.org/b.png'></a></p>",
        "![](https://a.org/b.png) → [link](https://a.org/)\n"
      ),
      (
        "<table><tr><th>Port<th align=right>Ships<tr><td>Kiel|Ulm<td align=right>12</table>",
        "| Port | Ships |\n| --- | --: |\n| Kiel\\|Ulm | 12 |\n"
      ),
      (
        "<table><tr><th>Port<th>Ships<tr><td>Kiel<br><b>Ulm</b><td>12</table>",
        "| Port | Ships |\n| --- | --- |\n| Kiel<br>**Ulm** | 12 |\n"
      ),
      ("<p>Wow!<a href='https://a.org/'>this</a></p>", "Wow\\![this](https://a.org/)\n"),
      ("<p><b>Wow!</b><a href='https://a.org/'>this</a></p>", "**Wow!**[this](https://a.org/)\n"),
      ("<h1>Track #</h1>", "# Track \\#\n"), ("<h2>##</h2>", "## \\##\n"), ("<h2>C# a##</h2>", "## C# a##\n"),
      ("", ""),
    ])
  func `rich text is written as Markdown`(html: String, markdown: String) {
    #expect(RichText(html: html).markdown == markdown)
  }

  @Test(
    arguments: [
      ("2*3*4 and *stars*", "2\\*3\\*4 and \\*stars\\*"), ("[not](a link)", "\\[not\\](a link)"),
      ("# no heading", "\\# no heading"), ("#hashtag", "#hashtag"), ("- no item\n+", "\\- no item  \n\\+"),
      ("-5 degrees", "-5 degrees"), ("a\n---\nb\n===", "a  \n\\---  \nb  \n\\==="), ("1. no item", "1\\. no item"),
      ("1984) no item", "1984\\) no item"), ("3.14", "3.14"), ("> no quotation", "\\> no quotation"),
      ("snake_case _no_", "snake_case \\_no\\_"), ("`no code` ~~no~~ ~5", "\\`no code\\` \\~\\~no\\~\\~ ~5"),
      ("<b> 1 < 2 &amp; a & b", "\\<b> 1 < 2 \\&amp; a & b"), ("C:\\files \\* \\", "C:\\files \\\\\\* \\\\"),
      ("| a |\n| - |", "\\| a |  \n\\| - |"), ("    poem", "\u{A0}\u{A0}\u{A0}\u{A0}poem"),
    ])
  func `words that look like markup are escaped`(words: String, markdown: String) {
    #expect(RichText([Block(.paragraph, [Run(words)])]).markdown == markdown + "\n")
  }

  @Test(arguments: ["<h1>Track #</h1>", "<h2>##</h2>", "<h3>a ##</h3>", "<p>!<a href='https://a.org/'>this</a></p>"])
  func `marks at the end of a heading and before a link are read back`(html: String) {
    let text = RichText(html: html)
    #expect(RichText(markdown: text.markdown).blocks.map(\.text) == text.blocks.map(\.text))
  }

  @Test func `rich text is the same after writing and reading it as Markdown`() {
    let text = RichText([
      Block(.heading(2), [Run("Title")]), Block(.paragraph, [Run("a "), Run("b", .strong), Run(" c")]),
      Block(.paragraph, [Run("one")], in: [.item(marker: "•", isFirst: true)]),
      Block(.paragraph, [Run("two", [], link: "https://a.org/")], in: [.item(marker: "•", isFirst: true)]),
      Block(.code, [Run("x\n\n y", .code)]), Block(.paragraph, [Run("said")], in: [.quotation]), Block(.rule),
    ])
    let read = RichText(markdown: text.markdown)
    #expect(read.blocks.map(\.kind) == text.blocks.map(\.kind))
    #expect(read.blocks.map(\.runs) == text.blocks.map(\.runs))
    #expect(read.blocks.map(\.containers) == text.blocks.map(\.containers))
  }
}
