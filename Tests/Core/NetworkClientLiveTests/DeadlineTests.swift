import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import Testing

extension NetworkClientLiveTests {
  @Suite struct Deadlines {
    func expectDeadline(_ host: LoopbackHost, milliseconds: Int = 300) async throws {
      let sut = NetworkClient.live(timeout: .milliseconds(milliseconds), environment: [:])
      let start = ContinuousClock.now
      #expect(try await sut.failure(.init(host.url())) == .unreachable(.timedOut))
      let elapsed = start.duration(to: .now)
      #expect(elapsed >= .milliseconds(milliseconds - 50) && elapsed < .seconds(3), "after \(elapsed)")
    }

    @Test(arguments: [
      LoopbackHost.Reply.hang,
      "HTTP/1.1 200 OK\r\n" + .hang,
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1," + .hang,
      "HTTP/1.1 100 Continue\r\n\r\n" + .hang,
      "HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n" + .init([.drip(Data(count: 10_000_000))]),
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n1\r\n0\r\n" + .hang,
    ])
    func `the time is up however the host dawdles`(reply: LoopbackHost.Reply) async throws {
      try await expectDeadline(try LoopbackHost(reply))
    }

    @Test func `a redirect does not gain time`() async throws {
      try await expectDeadline(try LoopbackHost(.redirect(to: "/b"), .redirect(to: "/c"), .hang), milliseconds: 1500)
    }

    @Test func `a second try does not gain time`() async throws {
      let host = try LoopbackHost(.answer(503, headers: ["Retry-After: 0"]), .hang)
      try await expectDeadline(host, milliseconds: 1500)
      #expect(host.requests.count == 2)
    }

    @Test func `a request whose time is up frees its connection`() async throws {
      let host = try LoopbackHost(.hang)
      try await expectDeadline(host)
      try await host.ended()
    }

    @Test func `no time is no request, and the longest is not too long`() async throws {
      let host = try LoopbackHost(.answer(text: "1"))
      for timeout in [Duration.zero, .seconds(-1)] {
        let sut = NetworkClient.live(timeout: timeout, environment: [:])
        #expect(try await sut.failure(.init(host.url())) == .unreachable(.timedOut))
      }
      #expect(host.connections == 0)
      let sut = NetworkClient.live(timeout: .seconds(Int64.max), environment: [:])
      #expect(try await sut.send(.init(host.url())).body == Data("1".utf8))
    }
  }
}
