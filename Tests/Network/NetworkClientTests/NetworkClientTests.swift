import Foundation
import NetworkClient
import Testing

struct NetworkClientTests {
  let url = URL(filePath: "/")

  @Test func `fetch decodes the body`() async throws {
    #expect(try await NetworkClient.stub(Data("[1,2]".utf8)).fetch([Int].self, .init(url)) == [1, 2])
  }

  @Test(arguments: ["", "[1,", "<xml>", "{}", "[\"a\"]", "null"])
  func `fetch throws undecodable for a body that is not of the requested type`(body: String) async {
    await #expect {
      try await NetworkClient.stub(Data(body.utf8)).fetch([Int].self, .init(url))
    } throws: { error in
      guard case NetworkClient.Error.undecodable = error else { return false }
      return true
    }
  }

  @Test(arguments: [
    ("", "<html>"), ("", "\u{FEFF} \n<!DOCTYPE HTML><title>Log in</title>"), ("text/html; charset=utf-8", "Log in"),
    ("application/json", "<!doctype html>"), ("Text/HTML", "<!-- a --><title>"),
  ])
  func `an HTML page in place of data throws page`(type: String, body: String) async {
    let response = NetworkClient.Response(url: url, headers: [("content-type", type)], body: Data(body.utf8))
    #expect(throws: NetworkClient.Error.page) { try response.decoded([Int].self) }
  }

  @Test(arguments: [("text/html", " [1,"), ("text/html", "{}"), ("text/html", ""), ("text/plain", "Log in")])
  func `cut or other JSON, and an empty answer, are no page`(type: String, body: String) {
    let response = NetworkClient.Response(url: url, headers: [("Content-Type", type)], body: Data(body.utf8))
    #expect(response.isPage == false)
  }

  @Test func `a request does not accept a cut body unless it says so, and a response is whole`() {
    #expect(!NetworkClient.Request(url).returnsCutBody)
    #expect(!NetworkClient.Response(url: url).isCut)
  }

  @Test func `header names are case-insensitive, and repeated fields are joined by commas`() {
    let sut = NetworkClient.Response(url: url, headers: [("Link", "a"), ("ETag", "e"), ("LINK", "b")])
    #expect(sut.header("link") == "a, b")
    #expect(sut.header("etag") == "e")
    #expect(sut.header("age") == nil)
  }

  @Test func `a client without retries sends each request once`() async throws {
    let sut = NetworkClient { NetworkClient.Response(url: $0.url, body: Data("\($0.isRetried)".utf8)) }
    #expect(try await sut.fetch(Bool.self, .init(url)))
    #expect(try await sut.withoutRetries.fetch(Bool.self, .init(url)) == false)
  }

  @Test(
    arguments: [
      ("\"1\"", true), ("~ é", true), (String(repeating: "x", count: 1_024), true),
      (String(repeating: "é", count: 513), false), ("", false), ("a\u{1F}b", false), ("a\u{7F}b", false),
      ("a\u{FFFD}b", false),
    ])
  func `a validator can be sent back if it is short text in one line`(validator: String, isSendable: Bool) {
    #expect(validator.isSendableValidator == isSendable)
  }

  @Test func `a stub with a table of URLs rejects any other URL with 404`() async throws {
    let other = URL(filePath: "/other")
    let sut = NetworkClient.stub([url: Data("1".utf8)])
    #expect(try await sut.fetch(Int.self, .init(url)) == 1)
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) { try await sut.send(.init(other)) }
  }

  @Test func `a failing client throws the given error`() async {
    await #expect(throws: NetworkClient.Error.unreachable(.timedOut)) {
      try await NetworkClient.failing(NetworkClient.Error.unreachable(.timedOut)).send(.init(url))
    }
  }
}
