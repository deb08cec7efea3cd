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

  @Test(arguments: [
    ("one\r\ntwo\u{7}\u{85}three", "one\ntwo␇\nthree"),
    ("<p>Hello, <b>you</b> &amp; me.</p><p>More</p>", "Hello, you & me.\n\nMore"),
    (
      "<table><tr><th>Port</th><th>Ships</th></tr><tr><td>Kiel</td><td>12</td></tr></table>",
      "Port  Ships\n───────────\nKiel  12"
    ),
    ("<table><tr><td>Kiel</td><td><p>12</p></td></tr><tr><td>Ulm</td><td>3</td></tr></table>", "Kiel │ 12\nUlm │ 3"),
    ("<p>a</p><ol start=\"5\"><li>five<li>six<li value=9>nine</ol>", "a\n\n5. five\n6. six\n9. nine"),
    (
      "<p>See <a href=\"/a\">this</a> and <a href=\"/b\">that</a>, <a href=\"/a\">this</a>.</p>",
      "See this [1] and that [2], this [1].\n\n[1] http://host/a\n[2] http://host/b"
    ),
    ("<p>a <img src=\"b.png\" alt=\"A harbour\"> c</p>", "a\nPicture: A harbour http://host/posts/b.png\nc"),
    (
      "<p><a href=\"/large\"><img src=\"/small.png\"></a></p>",
      "Picture http://host/small.png → http://host/large"
    ),
    (
      "<p>a</p><iframe src=\"https://video.example/1\" title=\"A talk\"></iframe>",
      "a\n\nFrame: A talk https://video.example/1"
    ),
    ("<blockquote><p>one</p><p>two</p></blockquote>", "│ one\n\n│ two"),
    ("- a\n- b\n\n  c", "• a\n• b\n\n  c"), ("text\n# Title", "text\n\nTitle"),
  ])
  func `a text is what the reader shows, as lines`(post: String, plain: String) {
    #expect(text(post) == plain)
  }

  @Test func `the numbers of links go on from text to text`() {
    var plain = PlainText()
    let page = URL(string: "http://host/")
    #expect(plain.text(of: RichText(post: "<p><a href=a>x</a></p>", on: page)) == "x [1]\n\n[1] http://host/a")
    #expect(plain.text(of: RichText(post: "<p><a href=b>y</a></p>", on: page)) == "y [2]\n\n[2] http://host/b")
  }
}
