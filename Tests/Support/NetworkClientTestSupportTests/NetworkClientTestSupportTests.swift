import Foundation
import NetworkClient
import NetworkClientTestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct NetworkClientTestSupportTests {
  @Test func `a spy returns the given response and records its requests`() async throws {
    let url = URL(filePath: "/")
    let sut = NetworkClientSpy { NetworkClient.Response(url: $0.url, body: Data("7".utf8)) }
    #expect(try await sut.client.fetch(Int.self, .init(url, method: .put)) == 7)
    #expect(sut.requests == [.init(url, method: .put)])
  }
}
