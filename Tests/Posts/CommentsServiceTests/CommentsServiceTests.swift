import CachedResource
import CommentsService
import NetworkClient
import PostDomain
import TestSupport
import Testing

struct CommentsServiceTests {
  @Test func `a stub offers the samples`() async throws {
    #expect(
      try await CommentsService.stub().comments(Post.ID(3), nil)
        == .changed([PostDomain.Comment].samples.filter { $0.postID == Post.ID(3) }, validator: nil))
  }

  @Test func `the failing service throws`() async {
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) {
      try await CommentsService.failing().comments(Post.ID(3), nil)
    }
  }
}
