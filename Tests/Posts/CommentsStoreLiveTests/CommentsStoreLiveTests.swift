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

  @Test func `every part of a comment is kept as it came`() async throws {
    let comment = PostDomain.Comment(
      id: .init("é\u{0}"), postID: Post.ID("7"), parentID: .init("../"), name: "\u{9b}m", body: "one\r\ntwo",
      date: Date(timeIntervalSince1970: 1_704_450_030.125))
    let sut = CommentsStore.live(database: .memory())
    try await sut.insert(StoredCopy([comment], fetchedAt: .distantPast), .about(Post.ID("7")))
    #expect(try await sut.value(.about(Post.ID("7")))?.value == [comment])
  }
}
