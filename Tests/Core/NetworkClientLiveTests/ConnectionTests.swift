import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import Testing

extension NetworkClientLiveTests {
  @Suite struct Connections {
    let sut = NetworkClient.undisturbed()

    @Test func `a connection serves one request after the other`() async throws {
      let host = try LoopbackHost(.answer(text: "1"))
      for _ in 0..<20 { _ = try await sut.send(.init(host.url())) }
      #expect(host.requests.count == 20)
      #expect(host.connections == 1)
    }

    @Test func `a connection the host closed meanwhile is replaced`() async throws {
      let host = try LoopbackHost("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1" + .reset, .answer(text: "2"))
      #expect(try await sut.send(.init(host.url())).body == Data("1".utf8))
      try await host.ended()
      #expect(try await sut.send(.init(host.url())).body == Data("2".utf8))
      #expect(host.connections == 2)
    }

    @Test func `a POST is not sent again, even when the connection breaks`() async throws {
      let host = try LoopbackHost { $0.method == "POST" ? .close : .answer(text: "1") }
      _ = try await sut.send(.init(host.url()))
      #expect(try await sut.failure(.init(host.url(), method: .post)) == .unreachable(.lost))
      #expect(host.requests.map(\.method) == ["GET", "POST"])
    }

    @Test func `fifty requests at once are fifty answers`() async throws {
      let latch = LoopbackHost.Latch()
      let host = try LoopbackHost { .init([.wait(latch)]) + .answer(text: $0.target) }
      let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
        for number in 0..<50 {
          group.addTask { try await sut.send(.init(host.url("/\(number)"))).body }
        }
        try await host.seen(50)
        latch.open()
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(bodies == Set((0..<50).map { Data("/\($0)".utf8) }))
    }

    @Test func `a port without a host refuses`() async throws {
      let closed = try ClosedPort()
      #expect(try await sut.failure(.init(closed.url)) == .unreachable(.refused))
    }

    @Test func `a name without a host is unknown`() async throws {
      let url = try #require(URL(string: "http://nonexistent.invalid/"))
      #expect(try await sut.failure(.init(url)) == .unreachable(.unknownHost))
    }

    @Test func `a client that is dropped answers what it was asked, and closes its connections`() async throws {
      let latch = LoopbackHost.Latch()
      let host = try LoopbackHost(.init([.wait(latch)]) + .answer(text: "1"))
      let url = host.url()
      let task = Task { [sut = NetworkClient.undisturbed()] in try await sut.send(.init(url)).body }
      try await host.seen()
      latch.open()
      #expect(try await task.value == Data("1".utf8))
      try await host.ended()
    }
  }
}
