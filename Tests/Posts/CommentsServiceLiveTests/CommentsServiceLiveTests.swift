import CachedResource
import CommentsService
import CommentsServiceLive
import Foundation
import NetworkClient
import PostDomain
import TestSupport
import Testing

struct CommentsServiceLiveTests {
  let asked = CallRecorder<String>()

  func sut(status: Int = 200, _ body: String) -> CommentsService {
    .live(
      client: NetworkClient { [asked] request in
        asked.record(request.url.absoluteString)
        return .init(status: status, url: request.url, headers: [("ETag", "1")], body: Data(body.utf8))
      }, base: URL(string: "http://host")!)
  }

  @Test func `comments are requested by post id`() async throws {
    let comments = [
      PostDomain.Comment(id: PostDomain.Comment.ID(1), postID: Post.ID(3), name: "n", body: "b"),
      PostDomain.Comment(id: PostDomain.Comment.ID(2), postID: Post.ID(3), name: "", body: ""),
    ]
    let body = #"[{"id":1,"postId":3,"name":"n","body":"b","email":"e"},{"id":2,"postId":"3"},{"postId":3}]"#
    let unreadable = try #require(UnreadableItems(1))
    #expect(try await sut(body).comments(Post.ID(3), nil) == .partial(comments, unreadable))
    #expect(asked.all == ["http://host/comments?postId=3"])
  }

  @Test func `a comment of another post is left out, and one without a post id is included`() async throws {
    let body = #"[{"id":1,"postId":4},{"id":2}]"#
    let comment = PostDomain.Comment(id: PostDomain.Comment.ID(2), postID: Post.ID(3), name: "", body: "")
    #expect(try await sut(body).comments(Post.ID(3), nil) == .changed([comment], validator: "1"))
  }

  @Test(arguments: [
    (#""parentId":1"#, "1"), (#""parent":"a""#, "a"), (#""parent_id":null,"in_reply_to":2"#, "2"),
    (#""parent":{"id":1}"#, nil), (#""parentId":1.5"#, nil), (#""parentId":"""#, nil),
  ])
  func `the parent of a comment is decoded from several field names, or missing`(field: String, parent: String?)
    async throws
  {
    let comments = [
      PostDomain.Comment(
        id: .init(9), postID: Post.ID(3), parentID: parent.map { .init($0) }, name: "", body: "")
    ]
    #expect(try await sut(#"[{"id":9,\#(field)}]"#).comments(Post.ID(3), nil) == .changed(comments, validator: "1"))
  }

  @Test(arguments: [
    (#""name":"n","author":"a","email":"e""#, "n"), (#""author":"a","email":"e""#, "a"),
    (#""email":"ada@example.org""#, "ada"),
    (#""name":null,"author":{"id":1},"email":"e@x""#, "e"), (#""author":1"#, ""),
    (#""name":{"rendered":"n"},"author":"a""#, "a"),
  ])
  func `the name of a comment falls back to its author or email address`(fields: String, name: String) async throws {
    let comments = [
      PostDomain.Comment(
        id: .init(9), postID: Post.ID(3), name: name, body: "", date: Date(timeIntervalSince1970: 1_704_412_800))
    ]
    let body = #"[{"id":9,\#(fields),"created_at":"2024-01-05"}]"#
    #expect(try await sut(body).comments(Post.ID(3), nil) == .changed(comments, validator: "1"))
  }

  @Test func `a 304 returns unchanged comments`() async throws {
    #expect(try await sut(status: 304, "").comments(Post.ID(3), "1") == .unchanged)
  }

  @Test func `a post id is percent-escaped in the query`() async throws {
    _ = try await sut("[]").comments(Post.ID("3&postId=4"), nil)
    #expect(asked.all == ["http://host/comments?postId=3%26postId%3D4"])
  }
}
