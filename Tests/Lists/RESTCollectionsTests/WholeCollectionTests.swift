import CachedResource
import Foundation
import NetworkClient
import RESTCollections
import TestSupport
import Testing

extension RemoteCollectionTests {
  @Test func `a whole collection follows the next links, and then has no validator`() async throws {
    let (sut, asked) = sut(
      (200, [("Link", "<?_page=2>; rel=next"), ("ETag", "1")], #"[{"id":1,"title":"a"}]"#),
      (200, [("ETag", "2")], #"[{"id":2,"title":"b"}]"#))
    #expect(try await sut.all(validator: "0", by: \.self) == .changed(["a", "b"], validator: nil))
    #expect(asked.all.map { $0.headers["If-None-Match"] } == ["0", nil])
  }

  @Test func `the items of all pages that cannot be read are counted`() async throws {
    let (sut, _) = sut(
      (200, [("Link", "<?_page=2>; rel=next")], #"[{"id":1,"title":"a"},{"id":2}]"#),
      (200, [("ETag", "2")], #"[{"id":3,"title":"b"},{"id":4},{"id":5,"title":""}]"#))
    let unreadable = try #require(UnreadableItems(3))
    #expect(try await sut.all(validator: nil, by: \.self) == .partial(["a", "b"], unreadable))
  }

  @Test func `a whole collection on one page has that page's validator`() async throws {
    let (sut, _) = sut((200, [("ETag", "1")], #"[{"id":1,"title":"a"}]"#))
    #expect(try await sut.all(validator: nil, by: \.self) == .changed(["a"], validator: "1"))
  }

  @Test func `a whole collection throws when its pages lead in circles`() async {
    let (sut, _) = sut((200, [("Link", "<?_page=2>; rel=next")], #"[{"id":1,"title":"a"}]"#))
    await #expect(throws: LinkFailure.leadsInCircles) { try await sut.all(validator: nil, by: \.self) }
  }

  @Test func `a whole collection throws when its pages do not end`() async {
    let asked = CallRecorder<NetworkClient.Request>()
    for isNew in [false, true] {
      let client = NetworkClient { request in
        asked.record(request)
        let count = asked.all.count
        return .init(
          url: request.url, headers: [("Link", "<?_page=\(count + 1)>; rel=next")],
          body: Data(#"[{"id":1,"title":"\#(isNew ? count : 1)"}]"#.utf8))
      }
      let sut = RemoteCollection(client, at: url) { (wire: Wire) in wire.title }
      await #expect(throws: isNew ? LinkFailure.leadsInCircles : .nothingNew) {
        try await sut.all(validator: nil, by: \.self)
      }
    }
  }

  @Test func `a whole collection has an item of two pages once`() async throws {
    let (sut, _) = sut(
      (200, [("Link", "<?_page=2>; rel=next")], #"[{"id":1,"title":"a"},{"id":2,"title":"b"}]"#),
      (200, [], #"[{"id":2,"title":"b"},{"id":3,"title":"c"}]"#))
    #expect(try await sut.all(validator: nil, by: \.self) == .changed(["a", "b", "c"], validator: nil))
  }
}
