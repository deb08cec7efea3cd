import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import TestSupport
import Testing

extension NetworkClientLiveTests {
  @Suite struct Retries {
    let clock = ImmediateClock()

    /// Returns a client whose date is 1994-11-06 08:49:37 GMT.
    func sut(timeout: Duration = .seconds(60), jitter: Double = 1) -> NetworkClient {
      .live(
        timeout: timeout, environment: [:], clock: clock, now: { Date(timeIntervalSince1970: 784_111_777) },
        jitter: { jitter })
    }

    @Test(arguments: [429, 502, 503, 504], [NetworkClient.Request.Method.get, .head, .put, .delete])
    func `a GET, HEAD, PUT or DELETE is retried while the server is busy`(
      status: Int, method: NetworkClient.Request.Method
    ) async throws {
      let host = try LoopbackHost(.answer(status), .answer(status), "HTTP/1.1 204 None\r\n\r\n")
      #expect(try await sut().send(.init(host.url(), method: method)).status == 204)
      #expect(host.requests.map(\.method) == Array(repeating: method.rawValue, count: 3))
      #expect(clock.now.offset == .milliseconds(750))
    }

    @Test(arguments: [(0.0, 375), (0.5, 562.5), (1, 750), (7, 750), (-7, 375)])
    func `jitter varies the wait before a retry between half and all of it`(jitter: Double, milliseconds: Double)
      async throws
    {
      let host = try LoopbackHost(.answer(503), .answer(503), .answer())
      _ = try await sut(jitter: jitter).send(.init(host.url()))
      #expect(abs(clock.now.offset / .milliseconds(1) - milliseconds) < 0.01)
    }

    @Test func `a request fails after its third attempt`() async throws {
      let host = try LoopbackHost(.answer(503), .answer(502), .answer(429))
      #expect(try await sut().failure(.init(host.url())) == .rejected(status: 429))
      #expect(host.requests.count == 3)
    }

    @Test func `a POST is not retried when the server is busy`() async throws {
      let host = try LoopbackHost(.answer(503, headers: ["Retry-After: 0"]))
      #expect(try await sut().failure(.init(host.url(), method: .post)) == .rejected(status: 503))
      #expect(host.requests.count == 1)
    }

    @Test(arguments: [429, 502, 503, 504])
    func `a request with isRetried false is not retried, not even after a redirect`(status: Int) async throws {
      let host = try LoopbackHost(.redirect(to: "/b"), .answer(status, headers: ["Retry-After: 0"]), .answer())
      let failure = try await sut().failure(.init(host.url("/a"), isRetried: false))
      #expect(failure == .rejected(status: status))
      #expect(host.requests.map(\.target) == ["/a", "/b"])
      #expect(clock.now.offset == .zero)
    }

    @Test func `a rejection in returnedRejections is retried before it is returned`() async throws {
      let host = try LoopbackHost(.answer(503, text: "1"), .answer(502, text: "2"), .answer(503, text: "3"))
      let response = try await sut().send(.init(host.url(), returnedRejections: 400..<600))
      #expect(response.status == 503)
      #expect(response.body == Data("3".utf8))
      #expect(host.requests.count == 3)
      let once = try await sut().send(.init(host.url(), isRetried: false, returnedRejections: 400..<600))
      #expect(once.body == Data("3".utf8))
      #expect(host.requests.count == 4)
    }

    @Test(arguments: [
      ("0", 0), ("7", 7), ("007", 7),
      ("Sun, 06 Nov 1994 08:49:42 GMT", 5), ("Sunday, 06-Nov-94 08:49:42 GMT", 5), ("Sun Nov  6 08:49:42 1994", 5),
      ("Sun, 06 Nov 1994 08:50:00 GMT", 23), ("Sat, 05 Nov 1994 08:49:42 GMT", 0), ("Mon, 01 Jan 1900 00:00:00 GMT", 0),
    ])
    func `Retry-After in seconds or as a date sets the wait before the retry`(field: String, seconds: Int) async throws
    {
      let host = try LoopbackHost(.answer(503, headers: ["Retry-After: \(field)"]), .answer(text: "1"))
      #expect(try await sut().send(.init(host.url())).body == Data("1".utf8))
      #expect(clock.now.offset == .seconds(seconds))
    }

    @Test(arguments: [
      "soon", "-1", "1.5", "1e3", "Sun, 99 Nov 1994 08:49:42 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Nov 1994", ",",
      "Sun, 06 Foo 1994 08:49:42 GMT", "Sun, 06 Nov 1994 25:49:42 GMT", "Sun, 06 Nov 99999999999999999999 08:49:42 GMT",
    ])
    func `an invalid Retry-After is ignored`(field: String) async throws {
      let host = try LoopbackHost(.answer(503, headers: ["Retry-After: \(field)"]), .answer())
      _ = try await sut().send(.init(host.url()))
      #expect(clock.now.offset == .milliseconds(250))
    }

    @Test(arguments: [
      "60", "61", "9999999999999999999999999999", "Sun, 06 Nov 1994 08:51:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT",
    ])
    func `a Retry-After beyond the timeout fails at once instead of waiting`(field: String) async throws {
      let host = try LoopbackHost(.answer(429, headers: ["Retry-After: \(field)"]))
      #expect(try await sut().failure(.init(host.url())) == .rejected(status: 429))
      #expect(host.requests.count == 1)
      #expect(clock.now.offset == .zero)
    }

    @Test func `a backoff beyond the timeout fails at once instead of waiting`() async throws {
      let clock = TestClock()
      let host = try LoopbackHost { _ in
        clock.advance(by: .milliseconds(19_800))
        return .answer(503)
      }
      let sut = NetworkClient.live(timeout: .seconds(20), environment: [:], clock: clock, jitter: { 1 })
      #expect(try await sut.failure(.init(host.url())) == .rejected(status: 503))
      #expect(host.requests.count == 1)
    }

    @Test func `a request times out while it waits to retry`() async throws {
      let host = try LoopbackHost(.answer(503), .answer())
      let clock = TestClock()
      let sut = NetworkClient.live(timeout: .seconds(10), environment: [:], clock: clock)
      let failure = Task { try await sut.failure(.init(host.url())) }
      await clock.sleeping()
      clock.advance(by: .seconds(11))
      #expect(try await failure.value == .unreachable(.timedOut))
      #expect(host.requests.count == 1)
    }

    @Test func `cancelling the task ends the wait before a retry`() async throws {
      let host = try LoopbackHost(.answer(503), .answer())
      let clock = TestClock()
      let sut = NetworkClient.live(environment: [:], clock: clock)
      let task = Task { try await sut.send(.init(host.url())) }
      await clock.sleeping()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(host.requests.count == 1)
    }

    @Test func `a retry after a redirect repeats the redirected URL, not the first one`() async throws {
      let host = try LoopbackHost(
        .redirect(to: "/b"), .answer(503), .redirect(to: "/c"), .answer(502), .answer(text: "1"))
      #expect(try await sut().send(.init(host.url("/a"))).body == Data("1".utf8))
      #expect(host.requests.map(\.target) == ["/a", "/b", "/b", "/c", "/c"])
    }
  }
}
