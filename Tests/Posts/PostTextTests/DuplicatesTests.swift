import Foundation
import PostDomain
import PostText
import TestSupport
import Testing

/// Posts of different feeds with the same text.
struct DuplicatesTests {
  private func post(
    _ link: String?, _ title: String = "A title", _ body: String = "", day: Double? = 1
  ) -> Post {
    Post(
      id: Post.ID(1), userID: nil, title: title, body: body, date: day.map { Date(timeIntervalSince1970: $0 * 86_400) },
      link: link.flatMap { URL(string: $0) })
  }

  @Test(arguments: [
    ("https://a.org/x", "https://a.org/x"),
    ("http://www.a.org/x", "https://a.org/x"),
    ("https://a.org/x/", "https://a.org/x"),
    ("https://A.org/x", "https://a.org/x"),
    ("https://a.org", "https://a.org/"),
    ("https://a.org/x/?utm_source=rss", "https://a.org/x"),
    ("https://a.org/x?utm_source=rss&id=1&utm_medium=feed", "https://a.org/x?id=1"),
    ("https://a.org/x?utm_source=rss#2", "https://a.org/x#2"),
  ])
  func `posts with links to the same page have the same text key`(_ link: String, _ other: String) {
    #expect(post(link).hasSameText(as: post(other)))
    #expect(post(link).textKey == post(other).textKey)
    #expect(post(link).textKey.map { $0 & 0xFF } == 0)
  }

  @Test(arguments: [
    ("https://a.org/x", "https://b.org/x"),
    ("https://a.org/x", "https://a.org/X"),
    ("https://a.org/x", "https://a.org/x/y"),
    ("https://a.org/x#1", "https://a.org/x#2"),
    ("https://a.org/x#1", "https://a.org/x"),
    ("https://a.org/x?id=1", "https://a.org/x?id=2"),
    ("https://a.org/x?id=1", "https://a.org/x"),
    ("https://a.org/x?utm=1", "https://a.org/x"),
    ("https://blog.a.org/x", "https://a.org/x"),
    ("https://a.org/www.x", "https://a.org/x"),
  ])
  func `posts with links to different pages have different text keys`(_ link: String, _ other: String) {
    #expect(!post(link).hasSameText(as: post(other)))
    #expect(post(link).textKey != post(other).textKey)
  }

  @Test(arguments: [
    ("The Rain", "the rain", true), ("Café  au\nlait ", " cafe au lait", true), ("The Rain", "The Rain (2019)", false),
    ("The Rain", "TheRain", false),
  ])
  func `titles are compared without case, accents and differences of whitespace`(
    _ title: String, _ other: String, _ isSame: Bool
  ) {
    let link = "https://a.org/x"
    #expect(post(link, title).hasSameText(as: post(link, other)) == isSame)
    #expect((post(link, title).textKey == post(link, other).textKey) == isSame)
    #expect(
      post(link, title).textKey.map { $0 >> 32 } == post("http://a.org/x/", other).textKey.map { $0 >> 32 },
      "the upper half depends only on the link")
  }

  @Test func `a post without a link or a title has no text key`() {
    for post in [post(nil), post("https://a.org/x", " \n")] {
      #expect(post.textKey == nil)
      #expect(!post.hasSameText(as: post))
    }
  }

  @Test(arguments: [(0.0, true), (14, true), (14.01, false), (400, false)])
  func `posts with the same text are at most 14 days apart`(_ days: Double, _ isSame: Bool) {
    let one = post("https://a.org/x", day: 1)
    let other = post("https://a.org/x", day: 1 + days)
    #expect(one.hasSameText(as: other) == isSame)
    #expect(other.hasSameText(as: one) == isSame)
  }

  @Test func `the list date replaces a missing date in the comparison`() {
    var undated = post("https://a.org/x", day: nil)
    var other = post("https://a.org/x", day: 1)
    #expect(!undated.hasSameText(as: other))
    undated.listDate = Date(timeIntervalSince1970: 9 * 86_400)
    #expect(undated.hasSameText(as: other))
    // A date in the order of the list does not change when a post was published.
    other.listDate = Date(timeIntervalSince1970: 90 * 86_400)
    #expect(undated.hasSameText(as: other))
  }

  @Test func `the post with the longer shown text is fuller, and a full text is fuller than an equal summary`() {
    func post(_ html: String, isSummary: Bool = false) -> Post {
      var post = self.post("https://a.org/x", "A title", html)
      post.format = .html
      post.isSummary = isSummary
      return post
    }
    let short = post("<p><a href='https://a.org/x?with=many'>Comments</a></p>")
    let long = post("Nine more.")
    #expect(long.isFuller(than: short))
    #expect(!short.isFuller(than: long))
    #expect(!long.isFuller(than: long))
    #expect(post("Nine more…", isSummary: true).isFuller(than: short))
    #expect(long.isFuller(than: post("Nine more.", isSummary: true)))
    #expect(!post("Nine more.", isSummary: true).isFuller(than: long))
  }
}
