import Foundation
import PostDomain
import Testing

struct PostExtrasTests {
  private let post = Post(id: Post.ID(1), userID: nil, title: "t", body: "b")

  @Test func `changing a copy of a post leaves the original unchanged`() {
    var first = post
    first.author = "Ada"
    var second = first
    second.author = "Bo"
    second.categories = ["a"]
    #expect(first.author == "Ada")
    #expect(first.categories == [])
    #expect(second.author == "Bo")
    #expect(first != second)
  }

  @Test func `a post whose extras were all reset equals one without extras`() {
    var other = post
    other.author = "Ada"
    other.isSummary = true
    #expect(other != post)
    other.author = nil
    other.isSummary = false
    #expect(other == post)
    #expect(other.hashValue == post.hashValue)
  }

  @Test func `extras set together equal extras set one by one`() {
    var together = post
    var single = post
    var extras = Post.Extras()
    extras.author = "Ada"
    extras.base = "https://example.org/a"
    together.extras = extras
    single.author = "Ada"
    single.base = URL(string: "https://example.org/a")
    #expect(together == single)
    #expect(together.base?.absoluteString == "https://example.org/a")
    together.extras = Post.Extras()
    #expect(together == post)
  }

  @Test(arguments: [nil, "", "http://["]) func `an invalid base URL is nil`(text: String?) {
    var other = post
    other.extras.base = text
    #expect(other.base == nil)
  }

  @Test func `the stride of a post is 104 bytes`() {
    #expect(MemoryLayout<Post>.stride == 104)
  }
}
