import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct NetworkClientLiveTests {
  @Test func `an answer is its status, its headers and its body`() async throws {
    let host = try LoopbackHost(.answer(headers: ["ETag: \"1\""], text: "[1]"))
    let response = try await NetworkClient.live(environment: [:]).send(.init(host.url("/posts?a=b")))
    #expect(response.status == 200)
    #expect(response.url == host.url("/posts?a=b"))
    #expect(response.header("etag") == "\"1\"")
    #expect(response.body == Data("[1]".utf8))
    #expect(host.requests.map(\.target) == ["/posts?a=b"])
    #expect(host.requests.map(\.method) == ["GET"])
  }
}
