import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import Synchronization
import TestSupport
import Testing

extension NetworkClientLiveTests {
  @Suite struct Deadlines {
    static let silences: [LoopbackHost.Reply] = [
      .hang,
      "HTTP/1.1 200 OK\r\n" + .hang,
      "HTTP/1.1 100 Continue\r\n\r\n" + .hang,
    ]
    static let slowBodies: [LoopbackHost.Reply] = [
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1," + .hang,
      "HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n" + .init([.drip(Data(count: 10_000_000))]),
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n1\r\n0\r\n" + .hang,
    ]

    static func expectDeadline(_ host: LoopbackHost, _ cause: NetworkClient.Cause) async throws {
      let sut = NetworkClient.live(timeout: .milliseconds(300), bodyLimit: 100_000_000, environment: [:])
      let start = ContinuousClock.now
      #expect(try await sut.failure(.init(host.url())) == .unreachable(cause))
      let elapsed = start.duration(to: .now)
      #expect(elapsed >= .milliseconds(250), "after \(elapsed)")
      #expect(elapsed < .seconds(2), "after \(elapsed)")
      try await host.ended()
    }

    /// Runs in its own process, so that the continuation of an ended request does not queue behind all other tests.
    @Test func `a request times out at any stage of the response and closes its connection`() async {
      await #expect(processExitsWith: .success) {
        for silence in Deadlines.silences { try await Deadlines.expectDeadline(try LoopbackHost(silence), .timedOut) }
        for body in Deadlines.slowBodies { try await Deadlines.expectDeadline(try LoopbackHost(body), .incomplete) }
      }
    }

    @Test(arguments: [
      LoopbackHost.Reply.redirect(to: "/b"), .answer(503, headers: ["Retry-After: 0"]),
    ])
    func `a redirect and a retry do not extend the timeout`(reply: LoopbackHost.Reply) async throws {
      let clock = TestClock()
      let turn = Mutex(0)
      let host = try LoopbackHost { _ in
        let isFirst = turn.withLock { turn in
          turn += 1
          return turn == 1
        }
        // Half a second of the minute is left for the second request.
        if isFirst { clock.advance(by: .milliseconds(59_500)) }
        return isFirst ? reply : .hang
      }
      let sut = NetworkClient.live(timeout: .seconds(60), environment: [:], clock: clock)
      let start = ContinuousClock.now
      #expect(try await sut.failure(.init(host.url())) == .unreachable(.timedOut))
      #expect(start.duration(to: .now) < .seconds(30))
      #expect(host.requests.count == 2)
    }

    @Test func `a redirect is not followed once the timeout has elapsed`() async throws {
      let clock = TestClock()
      let host = try LoopbackHost { _ in
        clock.advance(by: .seconds(60))
        return .redirect(to: "/b")
      }
      let sut = NetworkClient.live(timeout: .seconds(60), environment: [:], clock: clock)
      #expect(try await sut.failure(.init(host.url())) == .unreachable(.timedOut))
      #expect(host.requests.count == 1)
    }

    @Test func `a request without a connection in time is reported as not sent`() async throws {
      let host = try LoopbackHost(.hang)
      let sut = NetworkClient.live(timeout: .milliseconds(300), environment: [:])
      // The TLS handshake counts as part of the connection.
      #expect(try await sut.failure(.init(host.url(scheme: "https"))) == .unreachable(.notConnected))
    }

    @Test(arguments: [NetworkClient.Request.Method.post, .put, .delete])
    func `a request is sent only before its sendBefore time`(method: NetworkClient.Request.Method) async throws {
      let host = try LoopbackHost(.answer(text: "1"))
      let sut = NetworkClient.live(environment: [:])
      var request = NetworkClient.Request(host.url(), method: method, body: Data("{}".utf8))
      request.sendBefore = .now
      #expect(try await sut.failure(request) == .unreachable(.tooLate))
      #expect(host.requests.isEmpty)
      request.sendBefore = .now + .seconds(3_600)
      #expect(try await sut.send(request).body == Data("1".utf8))
    }

    /// libcurl waits for one second for the host to request the body.
    @Test(arguments: [NetworkClient.Request.Method.post, .put, .delete])
    func `a body is not sent when its sendBefore time elapses after the headers`(
      method: NetworkClient.Request.Method
    ) async throws {
      let host = try LoopbackHost(.answer(text: "1"))
      var request = NetworkClient.Request(
        host.url(), method: method, headers: ["Expect": "100-continue"], body: Data("{}".utf8))
      request.sendBefore = .now + .milliseconds(500)
      #expect(try await NetworkClient.live(environment: [:]).failure(request) == .unreachable(.tooLate))
      #expect(host.requests.isEmpty)
    }

    @Test(arguments: [0, 1, 1_000_000])
    func `a body with a sendBefore time arrives whole`(length: Int) async throws {
      let host = try LoopbackHost(.answer(text: "1"))
      let body = Data((0..<length).map { UInt8(truncatingIfNeeded: $0) })
      var request = NetworkClient.Request(host.url(), method: .post, body: body)
      request.sendBefore = .now + .seconds(3_600)
      _ = try await NetworkClient.live(environment: [:]).send(request)
      #expect(host.requests.map(\.body) == [body])
    }

    /// Eight requests that hang take all slots, so the time of the next one passes while it waits.
    @Test func `a request whose sendBefore time elapses in the queue is not sent`() async throws {
      let latch = LoopbackHost.Latch()
      let host = try LoopbackHost { _ in .init([.wait(latch)]) + .answer(text: "1") }
      let sut = NetworkClient.live(timeout: .seconds(60), environment: [:])
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { _ = try await sut.send(.init(host.url())) } }
        try await host.seen(8)
        let end = ContinuousClock.now + .milliseconds(1)
        let address = host.url()
        async let failure = sut.failure(.sent(before: end, to: address))
        while ContinuousClock.now < end {}
        latch.open()
        #expect(try await failure == .unreachable(.tooLate))
        try await group.waitForAll()
      }
      #expect(host.requests.count == 8)
    }

    @Test func `a request with a sendBefore time opens its own connection`() async throws {
      let host = try LoopbackHost(.answer(text: "1"))
      let sut = NetworkClient.live(environment: [:])
      _ = try await sut.send(.init(host.url()))
      var request = NetworkClient.Request(host.url(), method: .put)
      request.sendBefore = .now + .seconds(3_600)
      _ = try await sut.send(request)
      #expect(host.connections == 2)
    }

    @Test func `a request with no time left is not sent; the longest timeout is accepted`() async throws {
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

extension NetworkClient.Request {
  fileprivate static func sent(before end: ContinuousClock.Instant, to address: URL) -> Self {
    var request = Self(address, method: .post)
    request.sendBefore = end
    return request
  }
}
