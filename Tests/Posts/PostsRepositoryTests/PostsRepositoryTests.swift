import CachedResource
import Essentials
import PagedList
import PostDomain
import PostsRepository
import TestSupport
import Testing

struct PostsRepositoryTests {
  struct Failed: Error {}

  @Test func `the stub lists the samples and joins their details`() async throws {
    let sut = PostsRepository.stub()
    #expect(try await sut.list.window(.row(0), 0, 9).items.map(\.id) == [Post].samples.map(\.id))
    var detail: PostDetail?
    for try await loaded in sut.detail(Post.ID(1)) { detail = loaded.value }
    #expect(detail?.author == .known("Ines Calder"))
    #expect(detail?.comments.value?.count == 2)
    #expect(await sut.cachedDetail(Post.ID(1))?.value == detail)
    #expect(await sut.cachedDetail(Post.ID("none")) == nil)
    await #expect(throws: NoCachedCopy.self) { for try await _ in sut.detail(Post.ID("none")) {} }
  }

  @Test func `the comment count of an entry is the loaded or the stated number, the greater one, or nil`() {
    var post = Post(id: Post.ID("1"), userID: nil, title: "Title", body: "Body")
    func count(_ comments: LatePart<[PostDomain.Comment]> = .known([])) -> LatePart<Int>? {
      PostDetail(post, author: .unknown, comments: comments).commentCount
    }
    #expect(count() == .known(0))
    #expect(count(.awaited) == .awaited)
    post.format = .html
    #expect(count() == nil)
    #expect(count(.awaited) == nil)
    post.discussion = Discussion(count: 12)
    #expect(count() == .known(12))
    post.discussion.feed = URL(string: "https://blog.org/comments")
    #expect(count(.unknown) == .unknown)
    let two = Array([PostDomain.Comment].samples.prefix(2))
    #expect(count(.known(two)) == .known(12))
    post.discussion.count = 1
    #expect(count(.known(two)) == .known(2))
    post.discussion.count = nil
    #expect(count() == .known(0))
  }

  @Test func `the failing repository throws and has no cached detail`() async {
    let sut = PostsRepository.failing(Failed())
    await #expect(throws: Failed.self) { try await sut.list.refresh() }
    await #expect(throws: Failed.self) { for try await _ in sut.detail(Post.ID(1)) {} }
    #expect(await sut.cachedDetail(Post.ID(1)) == nil)
  }
}
