import Foundation
import PostDomain
import PostText
import TestSupport
import Testing

/// Posts as files of Markdown.
struct PostFileTests {
  private func post(_ title: String, _ body: String = "") -> Post {
    Post(id: Post.ID(1), userID: nil, title: title, body: body)
  }

  @Test func `a file has the title, the author, the date, the address, the text and the files of a post`() {
    var post = post("Of *stars*", "<p>One <a href='/b'>link</a></p><p>Two</p>")
    post.date = Date(timeIntervalSince1970: 86_400)
    post.link = URL(string: "https://a.org/x")
    post.enclosures = ["https://a.org/1.mp3", "https://a.org/2.mp3"].compactMap { URL(string: $0) }.map {
      Enclosure(address: $0)
    }
    post.related = URL(string: "https://b.org/about")
    #expect(
      post.markdown(author: "Ann") == """
        # Of \\*stars\\*

        Ann · 1970-01-02  
        <https://a.org/x>

        One [link](https://a.org/b)

        Two

        - <https://b.org/about>
        - <https://a.org/1.mp3>
        - <https://a.org/2.mp3>

        """)
  }

  @Test func `a file has the page of comments, unless that is the page of the post`() {
    var post = post("T", "One")
    post.link = URL(string: "https://a.org/x")
    post.discussion = Discussion(page: URL(string: "https://b.org/c"), count: 9)
    #expect(post.markdown(author: nil) == "# T\n\n<https://a.org/x>\n\nOne\n\n- <https://b.org/c>\n")
    post.link = URL(string: "https://b.org/c")
    #expect(post.markdown(author: nil) == "# T\n\n<https://b.org/c>\n\nOne\n")
  }

  @Test func `a file has no picture again that the text shows`() {
    var post = post("T", "<p><img src='https://a.org/1.png?w=640'><img src='https://a.org/x?id=1'></p>")
    post.enclosures = ["1.png?w=320", "1.png", "2.png", "x?id=1", "x?id=2"].compactMap {
      URL(string: "https://a.org/\($0)").map { Enclosure(address: $0, type: "image") }
    }
    #expect(
      post.markdown(author: nil).hasSuffix("x?id=1)\n\n- <https://a.org/2.png>\n- <https://a.org/x?id=2>\n"))
  }

  @Test func `a picture is a file once, in its last size, and the picture of the author is none`() {
    var post = post("T", "One")
    post.enclosures = ["a.org/1.png?w=140", "a.org/1.png?w=460", "1.gravatar.com/avatar/x?s=96", "a.org/2.mp3"]
      .compactMap {
        URL(string: "https://\($0)").map { Enclosure(address: $0) }
      }
    #expect(post.markdown(author: nil).hasSuffix("One\n\n- <https://a.org/1.png?w=460>\n- <https://a.org/2.mp3>\n"))
  }

  @Test func `a post with only a text is saved as that text, with control characters made visible`() {
    #expect(post("", "one\u{1b}[31m").markdown(author: nil) == "one␛\\[31m\n")
    #expect(post("a\u{1b}]0;x\u{7}\nb").markdown(author: nil) == "# a␛\\]0;x␇ b\n")
  }

  @Test(arguments: [
    ("The lamp room", "The lamp room.md"), ("A/B: \"C\" \\ <D>|E*?", "A-B- -C- - -D--E--.md"),
    ("../../etc/passwd", "etc-passwd.md"),
    (".profile", "profile.md"), ("-rf", "rf.md"), ("~root", "root.md"), ("", "post.md"), ("...", "post.md"),
    (" a \n\t b ", "a b.md"), ("What?!…", "What-!….md"), ("3.14 and more...", "3.14 and more.md"), ("潮", "潮.md"),
    ("a\u{0}b\u{202e}c", "a␀bc.md"),
  ])
  func `the name of a file is safe`(title: String, name: String) {
    #expect(post(title).markdownFileName == name)
  }

  @Test func `the name of a file is short, and ends between characters`() {
    #expect(post(String(repeating: "a", count: 999)).markdownFileName == String(repeating: "a", count: 100) + ".md")
    #expect(post(String(repeating: "👩‍👩‍👧", count: 99)).markdownFileName == String(repeating: "👩‍👩‍👧", count: 5) + ".md")
  }
}
