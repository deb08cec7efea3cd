import CachedResource
import CommentsStore
import CommentsStoreLive
import Database
import DatabaseLive
import DatabaseStore
import Foundation
import PostDomain
import Store
import Testing

struct CommentsStoreLiveTests {
  @Test func `comments are saved for each post`() async throws {
    let some = CachedCopy([PostDomain.Comment].samples, fetchedAt: .distantPast, validator: "1")
    let none = CachedCopy([PostDomain.Comment](), fetchedAt: .distantFuture)
    let sut = CommentsStore.live(database: .memory())
    try await sut.insert(some, Post.ID("1"))
    try await sut.insert(none, Post.ID("../1"))
    #expect(try await sut.value(Post.ID("1")) == some)
    #expect(try await sut.value(Post.ID("../1")) == none)
  }

  @Test func `every field of a comment is saved unchanged`() async throws {
    let comment = PostDomain.Comment(
      id: .init("é\u{0}"), postID: Post.ID("7"), parentID: .init("../"), name: "\u{9b}m", body: "one\r\ntwo",
      date: Date(timeIntervalSince1970: 1_704_450_030.125))
    let sut = CommentsStore.live(database: .memory())
    try await sut.insert(CachedCopy([comment], fetchedAt: .distantPast), Post.ID("7"))
    #expect(try await sut.value(Post.ID("7"))?.value == [comment])
  }

  @Test func `the JSON that version 2 of the table holds is read`() async throws {
    let json = #"""
      [{"id":"1","postID":"7","parentID":"../","name":"Ada","body":"one\ntwo","date":726142830.125},
      {"id":"2","postID":"7","name":"Bo","body":""}]
      """#
    let comments = [
      PostDomain.Comment(
        id: .init("1"), postID: Post.ID("7"), parentID: .init("../"), name: "Ada", body: "one\ntwo",
        date: Date(timeIntervalSince1970: 1_704_450_030.125)),
      PostDomain.Comment(id: .init("2"), postID: Post.ID("7"), name: "Bo", body: ""),
    ]
    let database = Database.memory()
    let bytes: Store<Post.ID, CachedCopy<Data>> = database.copies(
      named: "comments", versions: 2...2, key: { "about " + $0.text }, encode: { $0 }, decode: { $0 })
    try await bytes.insert(CachedCopy(Data(json.utf8), fetchedAt: .distantPast), Post.ID("7"))
    #expect(try await CommentsStore.live(database: database).value(Post.ID("7"))?.value == comments)
  }
}
