import CommentsStore
import CommentsStoreLive
import Database
import DatabaseLive
import Foundation
import ItemsLoader
import PostDomain
import Store
import TestSupport
import Testing

struct CommentsStoreLiveTests {
  @Test func `it behaves like a store`() async throws {
    try await checkStore(
      CommentsStore.live(database: .memory()), keys: (.about(Post.ID("1")), .about(Post.ID("../1"))),
      values: (
        StoredCopy([PostDomain.Comment].samples, fetchedAt: .distantPast, validator: "1"),
        StoredCopy([], fetchedAt: .distantFuture)
      ))
  }
}
