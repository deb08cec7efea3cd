import CachedResource
import Foundation
import NetworkClient
import RESTCollections
import TestSupport
import Testing

struct ResourceTests {
  let url = URL(string: "http://host/posts/1")!

  func resource(_ response: NetworkClient.Response, validator: String? = nil) async throws -> Revalidation<Int> {
    try await NetworkClient { request in
      #expect(request.headers["If-None-Match"] == validator)
      return response
    }.resource(at: url, validator: validator) { (wire: [String: Int]) in wire["id"] ?? 0 }
  }

  @Test func `a resource has its ETag as the validator`() async throws {
    let answer = try await resource(.init(url: url, headers: [("ETag", "1")], body: Data(#"{"id":7}"#.utf8)))
    #expect(answer == .changed(7, validator: "1"))
  }

  @Test func `a 304 means unchanged with a validator, and throws without one`() async throws {
    #expect(try await resource(.init(status: 304, url: url), validator: "1") == .unchanged)
    await #expect(throws: NetworkClient.Error.rejected(status: 304)) {
      try await self.resource(.init(status: 304, url: self.url))
    }
  }

  struct TestItem: Identifiable, Equatable, Sendable { var id: String }

  func thing(_ id: String, _ body: String = "{}", asked: CallRecorder<String>) async throws -> Revalidation<TestItem> {
    try await NetworkClient { request in
      asked.record(request.url.absoluteString)
      #expect(request.headers["If-None-Match"] == "1")
      return .init(url: request.url, headers: [("ETag", "2")], body: Data(body.utf8))
    }.item(id, of: URL(string: "http://host/api/things")!, validator: "1") { (wire: [String: String]) in
      TestItem(id: wire["id"] ?? "")
    }
  }

  @Test func `an item is requested at its percent-escaped id`() async throws {
    let asked = CallRecorder<String>()
    #expect(try await thing("a/b?", #"{"id":"a/b?"}"#, asked: asked) == .changed(TestItem(id: "a/b?"), validator: "2"))
    #expect(asked.all == ["http://host/api/things/a%2Fb%3F"])
  }

  @Test(arguments: ["", ".", ".."])
  func `an id that is a step of a path is rejected without a request`(id: String) async {
    let asked = CallRecorder<String>()
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) { try await self.thing(id, asked: asked) }
    #expect(asked.all == [])
  }

  @Test func `an answer with another id than the requested one throws`() async {
    await #expect(throws: NetworkClient.Error.undecodable("8 in place of 7")) {
      try await self.thing("7", #"{"id":"8"}"#, asked: CallRecorder())
    }
  }

  @Test(arguments: ["1", "a", "ä/?#&=+ %", ".."])
  func `query values are fully percent-escaped`(value: String) throws {
    let url = try #require(URL(string: "http://host/c?a=b")).appending(query: "q", value)
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
    #expect(items == [URLQueryItem(name: "a", value: "b"), URLQueryItem(name: "q", value: value)])
    #expect(!url.absoluteString.contains("+"))
  }

  @Test(arguments: ["", "\"\u{1}\"", "a\r\nb: c", "\u{7F}", String(repeating: "a", count: 1_025)])
  func `a validator that no server would take is not sent`(validator: String) async throws {
    let client = NetworkClient { request in
      #expect(request.headers["If-None-Match"] == nil)
      return .init(url: request.url, body: Data("{}".utf8))
    }
    let answer = try await client.resource(at: url, validator: validator) { (wire: [String: Int]) in wire.count }
    #expect(answer == .changed(0, validator: nil))
  }

  @Test func `a request sends its media type, JSON by default, and its body limit`() async throws {
    let asked = CallRecorder<NetworkClient.Request>()
    let client = NetworkClient {
      asked.record($0)
      return .init(url: $0.url)
    }
    let url = try #require(URL(string: "http://host/a.png"))
    _ = try await client.answer(from: url, since: nil, accept: "image/png", bodyLimit: 7)
    _ = try await client.answer(from: url, since: nil)
    #expect(asked.all.map(\.headers) == [["Accept": "image/png"], ["Accept": "application/json"]])
    #expect(asked.all.map(\.bodyLimit) == [7, nil])
  }
}
