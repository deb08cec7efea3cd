import Foundation
import PostText
import RichText
import TestSupport
import Testing

struct PlainTextTests {
  private func text(_ post: String) -> String {
    var plain = PlainText()
    return plain.text(of: RichText(post: post, on: URL(string: "http://host/posts/1")))
  }

  private func pictures(_ post: String) -> [String] {
    RichText(post: post, on: URL(string: "https://host/posts/1")).pictureAddresses.map(\.absoluteString)
  }

  @Test func `the pictures of a text are its distinct web addresses, up to the limit`() {
    #expect(
      pictures("<p>a<img src=b.png>c<img src='/d.png'><img src='//e/f.png'>") == [
        "https://host/posts/b.png", "https://host/d.png", "https://e/f.png",
      ])
    #expect(
      pictures("<p><img src=b><p>c<p><img src=d><p><img src=b>") == ["https://host/posts/b", "https://host/posts/d"])
    #expect(pictures("<p><img src=file:///etc/passwd><img src='ftp://a/b'><img src='javascript:a'>") == [])
    let many = (1...99).map { "<p><img src=\($0).png>" }.joined()
    #expect(pictures(many).count == RichText.pictureLimit)
    #expect(pictures(many).last == "https://host/posts/24.png")
  }

  @Test(arguments: [
    ("one\r\ntwo\u{7}\u{85}three", "one\ntwo␇\nthree"),
    ("<p>Hello, <b>you</b> &amp; me.</p><p>More</p>", "Hello, you & me.\n\nMore"),
    (
      "<table><tr><th>Port</th><th>Ships</th></tr><tr><td>Kiel</td><td>12</td></tr></table>",
      "Port  Ships\n───────────\nKiel  12"
    ),
    ("<table><tr><td>Kiel</td><td><p>12</p></td></tr><tr><td>Ulm</td><td>3</td></tr></table>", "Kiel  12\nUlm   3"),
    (
      "<table><tr><th>Port<br>of call<th>Ships<tr><td><ul><li>Kiel<li>Ulm</ul><td align=right>12<tr><td>Bonn<td>3</table>",
      "Port     Ships\nof call\n──────────────\n• Kiel      12\n• Ulm\nBonn         3"
    ),
    ("<p>a</p><ol start=\"5\"><li>five<li>six<li value=9>nine</ol>", "a\n\n5. five\n6. six\n9. nine"),
    (
      "<p>See <a href=\"/a\">this</a> and <a href=\"/b\">that</a>, <a href=\"/a\">this</a>.</p>",
      "See this [1] and that [2], this [1].\n\n[1] http://host/a\n[2] http://host/b"
    ),
    ("<p>a <img src=\"b.png\" alt=\"A harbour\"> c</p>", "a\nPicture: A harbour [1]\nc\n\n[1] http://host/posts/b.png"),
    (
      "<p><a href=\"/large\"><img src=\"/small.png\"></a></p>",
      "Picture [1] → link [2]\n\n[1] http://host/small.png\n[2] http://host/large"
    ),
    (
      "<p>a</p><iframe src=\"https://video.example/1\" title=\"A talk\"></iframe>",
      "a\n\nFrame: A talk [1]\n\n[1] https://video.example/1"
    ),
    ("<blockquote><p>one</p><p>two</p></blockquote>", "│ one\n\n│ two"),
    ("<p>a<br />\nb<br/>\n  c</p>", "a\nb\nc"),
    ("<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>", "• a\n  ◦ b\n• c"),
    ("<ol><li>a</li><ol><li>b</li></ol><li>c</li></ol>", "1. a\n  1. b\n2. c"),
    ("<p><a href=\"setup.py\">setup.py</a></p>", "setup.py [1]\n\n[1] http://host/posts/setup.py"),
    ("<p><a href=\"HTTP://x.org\">HTTP://x.org</a></p>", "HTTP://x.org"),
    (
      "<p><a href=\"http://x.org/\">http://x.org/</a> <a href=\"/a\">a</a></p>",
      "http://x.org/ a [2]\n\n[2] http://host/a"
    ),
    ("- a\n- b\n\n  c", "• a\n• b\n\n  c"), ("text\n# Title", "text\n\nTitle"),
  ])
  func `plain text has the lines that the reader shows`(post: String, plain: String) {
    #expect(text(post) == plain)
  }

  @Test(arguments: [
    ("../b?c#d", "http://host/b?c#d"), ("//x.org/y", "http://x.org/y"), ("HTTPS://x.org", "HTTPS://x.org"),
    ("?q", "http://host/posts/1?q"),
    (" mailto:a@b.org ", "mailto:a@b.org"), ("#note", nil), ("http://host/posts/1#note", nil), ("javascript:x", nil),
    ("ftp://x.org", nil), ("http://", nil), ("data:text/html,x", nil), ("", nil),
    ("http://host/posts/1", "http://host/posts/1"),
  ])
  func `an HTML link resolves to an address or becomes text`(link: String, address: String?) {
    let text = RichText(html: "a <a href=\"\(link)\">b</a>", on: URL(string: "http://host/posts/1"))
    #expect(text.blocks.flatMap(\.runs).map(\.text).joined() == "a b")
    #expect(text.blocks.flatMap(\.runs).compactMap(\.link) == [address].compactMap(\.self))
  }

  @Test(arguments: [
    ("#a2", nil), ("26.html#a2", nil), ("26.html#a1", "http://host/26.html#a1"), ("26.html", "http://host/26.html"),
  ])
  func `a link to another part of a page with several posts leads to another post`(link: String, address: String?) {
    let text = RichText(html: "<a href=\"\(link)\">b</a>", on: URL(string: "http://host/26.html#a2"))
    #expect(text.blocks.flatMap(\.runs).compactMap(\.link) == [address].compactMap(\.self))
  }

  @Test
  func
    `an HTML text is not parsed as Markdown, and without a base only absolute links resolve`()
  {
    var plain = PlainText()
    let html = "# a *b* <a href=c>c</a> <i>d</i>\n- e <img src=/f alt=g> <a href='https://h/'>h</a>"
    #expect(plain.text(of: RichText(html: html, on: nil)) == "# a *b* c d - e\nPicture: g\nh [1]\n\n[1] https://h/")
  }

  @Test func `definitions, tables without heads and table titles are laid out as plain text`() {
    #expect(
      text(
        "<dl><dt>tide<dd><p>water</dl><table><tr><td>a<td>bb<tr><td>A long title<tr><td>c<td align=right>d</table><pre>x</pre>"
      )
        == "tide\n  water\n\na  bb\nA long title\nc   d\n\n  x")
  }

  @Test(arguments: [
    (30, "Port  Ships\n───────────\nKiel  12"), (11, "Port  Ships\n───────────\nKiel  12"),
    (10, "Port: Kiel\nShips: 12"),
  ])
  func `a table that is too wide is a list of its cells`(width: Int, expected: String) {
    var plain = PlainText(width: width)
    let table = "<table><tr><th>Port<th>Ships<tr><td>Kiel<td>12</table>"
    #expect(plain.text(of: RichText(post: table, on: nil)) == expected)
    let rows = "<table><tr><th><th>Ships<tr><td>Kiel<td>12<tr><td>Ulm<td><tr><td>Lisbon<td>3</table>"
    if width == 10 {
      #expect(plain.text(of: RichText(post: rows, on: nil)) == "Kiel\nShips: 12\n\nUlm\n\nLisbon\nShips: 3")
      #expect(plain.text(of: RichText(post: "<table><tr><th>Port<th>Ships</table>", on: nil)) == "Port\nShips")
    }
  }

  @Test func `link numbers continue from text to text`() {
    var plain = PlainText()
    let page = URL(string: "http://host/")
    #expect(plain.text(of: RichText(post: "<p><a href=a>x</a></p>", on: page)) == "x [1]\n\n[1] http://host/a")
    #expect(plain.text(of: RichText(post: "<p><a href=b>y</a></p>", on: page)) == "y [2]\n\n[2] http://host/b")
  }
}
