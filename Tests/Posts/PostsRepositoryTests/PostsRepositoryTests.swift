import CachedResource
import PagedList
import PostDomain
import PostsRepository
import TestSupport
import Testing

struct PostsRepositoryTests {
  struct Failed: Error {}

  @Test func `a stub has the samples, joined`() async throws {
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

  @Test func `failing fails and keeps nothing`() async {
    let sut = PostsRepository.failing(Failed())
    await #expect(throws: Failed.self) { try await sut.list.refresh() }
    await #expect(throws: Failed.self) { for try await _ in sut.detail(Post.ID(1)) {} }
    #expect(await sut.cachedDetail(Post.ID(1)) == nil)
  }
}
