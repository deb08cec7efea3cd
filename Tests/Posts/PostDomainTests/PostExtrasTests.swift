import Foundation
import PostDomain
import Testing

struct PostExtrasTests {
  private let post = Post(id: Post.ID(1), userID: nil, title: "t", body: "b")

  @Test func `a copy does not change with the post that it was made of`() {
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

  @Test func `a post whose values were all taken away is one that never had any`() {
    var other = post
    other.author = "Ada"
    other.isSummary = true
    #expect(other != post)
    other.author = nil
    other.isSummary = false
    #expect(other == post)
    #expect(other.hashValue == post.hashValue)
  }

  @Test func `values that are set together are those that are set one by one`() {
    var (together, single) = (post, post)
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

  @Test(arguments: [nil, "", "http://["]) func `a base that is no address is none`(text: String?) {
    var other = post
    other.extras.base = text
    #expect(other.base == nil)
  }

  @Test func `a list of a million posts has room for what most servers send, and one reference`() {
    #expect(MemoryLayout<Post>.stride == 104)
  }
}
