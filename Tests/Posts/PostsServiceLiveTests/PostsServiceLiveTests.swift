import CachedResource
import Foundation
import NetworkClient
import PostDomain
import PostsService
import PostsServiceLive
import TestSupport
import Testing

struct PostsServiceLiveTests {
  let base = URL(string: "http://host/api")!
  let asked = CallRecorder<String>()

  func sut(_ body: String) -> PostsService {
    .live(
      client: NetworkClient { [asked] request in
        asked.record(request.url.absoluteString)
        return .init(url: request.url, body: Data(body.utf8))
      }, base: base)
  }

  @Test func `the first page is asked for by number and size`() async throws {
    _ = try await sut("[]").page(nil, nil)
    #expect(asked.all == ["http://host/api/posts?_page=1&_limit=100"])
  }

  @Test func `a later page is requested at its cursor`() async throws {
    _ = try await sut("[]").page(Cursor("http://host/api/posts?_page=2"), nil)
    #expect(asked.all == ["http://host/api/posts?_page=2"])
  }

  @Test func `a post requires an id and a title, and other fields may be missing`() async throws {
    let body = """
      [{"userId": 1, "id": 2, "title": "t", "body": "b", "tags": []},
       {"id": "seven", "title": ""}, {"id": 3, "title": "n", "body": null, "userId": null},
       {"id": 4}, {"title": "t"}, {"id": 5, "title": "t", "body": 7}]
      """
    let expected = [
      Post(id: Post.ID(2), userID: User.ID(1), title: "t", body: "b"),
      Post(id: Post.ID("seven"), userID: nil, title: "", body: ""),
      Post(id: Post.ID(3), userID: nil, title: "n", body: ""),
    ]
    #expect(try await sut(body).page(nil, nil) == .changed(Page(expected, unreadable: 3), validator: nil))
  }

  @Test(arguments: ["null", #""""#, "1.5", "{}", "[1]"])
  func `a post with an invalid user id is decoded without an author`(userID: String) async throws {
    let expected = Post(id: Post.ID(1), userID: nil, title: "t", body: "")
    let body = #"[{"id":1,"title":"t","userId":\#(userID)}]"#
    #expect(try await sut(body).page(nil, nil) == .changed(Page([expected]), validator: nil))
  }

  @Test(arguments: [
    (#""published_at":"2024-01-05","created_at":"2023-01-01""#, 1_704_412_800), (#""date":1704412800"#, 1_704_412_800),
    (#""published":false,"pubDate":"Fri, 05 Jan 2024 00:00:00 GMT""#, 1_704_412_800),
    (#""date":"soon","updatedAt":"2024-01-05T00:00:00.000Z""#, 1_704_412_800), (#""date":"soon""#, nil),
    (#""date":{},"created_at":[]"#, nil),
  ])
  func `the date is the publishing date or the first valid date field`(fields: String, seconds: Double?) async throws {
    let post = Post(
      id: Post.ID(1), userID: nil, title: "t", body: "", date: seconds.map(Date.init(timeIntervalSince1970:)))
    let body = #"[{"id":1,"title":"t",\#(fields)}]"#
    #expect(try await sut(body).page(nil, nil) == .changed(Page([post]), validator: nil))
  }

  @Test(arguments: [
    (#""url":"https://a.org/1""#, "https://a.org/1"), (#""url":"https://a.org/api","html_url":"/1""#, "http://host/1"),
    (#""link":"1.html""#, "http://host/api/1.html"), (#""permalink":7,"link":"","url":"http://a.org""#, "http://a.org"),
    (#""url":"javascript:alert(1)""#, nil), (#""link":{"href":"x"}"#, nil),
  ])
  func `the link is the first field with a web address for readers`(fields: String, link: String?) async throws {
    let post = Post(id: Post.ID(1), userID: nil, title: "t", body: "", link: link.flatMap(URL.init(string:)))
    let body = #"{"id":1,"title":"t",\#(fields)}"#
    #expect(try await sut("[\(body)]").page(nil, nil) == .changed(Page([post]), validator: nil))
    #expect(try await sut(body).post(Post.ID(1), nil) == .changed(post, validator: nil))
  }

  @Test(arguments: [("7", "7"), ("a/b", "a%2Fb"), ("a b?#", "a%20b%3F%23"), ("%2e", "%252e")])
  func `a post is requested at its percent-escaped id`(id: String, path: String) async throws {
    _ = try? await sut("{}").post(Post.ID(id), nil)
    #expect(asked.all == ["http://host/api/posts/" + path])
  }

  @Test(arguments: [".", ".."])
  func `an id that is a step of a path is rejected without a request`(id: String) async {
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) { try await self.sut("{}").post(Post.ID(id), nil) }
    #expect(asked.all == [])
  }

  @Test func `a number and its text are the same id`() async throws {
    let post = Post(id: Post.ID(7), userID: nil, title: "t", body: "")
    #expect(try await sut(#"{"id":"7","title":"t"}"#).post(Post.ID("7"), nil) == .changed(post, validator: nil))
    #expect(try await sut(#"{"id":7,"title":"t"}"#).post(Post.ID("7"), nil) == .changed(post, validator: nil))
  }

  @Test(arguments: ["[]", "{}", "", #"{"id":8,"title":"another"}"#])
  func `an answer that is not the requested post throws`(body: String) async {
    await #expect(throws: NetworkClient.Error.self) { try await self.sut(body).post(Post.ID(7), nil) }
  }
}
