import CachedResource
import NetworkClient
import PostDomain
import PostsService
import TestSupport
import Testing

struct PostsServiceTests {
  @Test func `a stub offers the samples`() async throws {
    #expect(try await PostsService.stub().page(nil, nil) == .changed(Page([Post].samples), validator: nil))
  }

  @Test func `the failing service throws`() async {
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) { try await PostsService.failing().page(nil, nil) }
  }

  @Test func `a stub finds a post by its id`() async throws {
    let post = try #require([Post].samples.first)
    #expect(try await PostsService.stub().post(post.id, nil) == .changed(post, validator: nil))
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) {
      try await PostsService.stub().post(Post.ID("none"), nil)
    }
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) {
      try await PostsService.failing().post(post.id, nil)
    }
  }
}
