import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import Testing

extension NetworkClientLiveTests {
  @Suite struct Cancellation {
    let sut = NetworkClient.undisturbed()

    @Test func `a request from an already cancelled task opens no connection`() async throws {
      let host = try LoopbackHost(.answer())
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await sut.send(.init(host.url()))
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(host.connections == 0)
    }

    @Test(arguments: [LoopbackHost.Reply.hang, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1," + .hang])
    func `cancelling a task ends its request and closes its connection`(reply: LoopbackHost.Reply) async throws {
      let host = try LoopbackHost(reply)
      let task = Task { try await sut.send(.init(host.url())) }
      try await host.seen()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await host.ended()
    }

    @Test func `cancelling a request leaves other requests to the same host running`() async throws {
      let latch = LoopbackHost.Latch()
      let host = try LoopbackHost {
        $0.target == "/a" ? .hang : .init([.wait(latch)]) + .answer(text: "1")
      }
      let cancelled = Task { try await sut.send(.init(host.url("/a"))) }
      let other = Task { try await sut.send(.init(host.url("/b"))) }
      try await host.seen(2)
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      latch.open()
      #expect(try await other.value.body == Data("1".utf8))
    }

    @Test func `cancelling a finished request leaves its connection reusable`() async throws {
      let host = try LoopbackHost(.answer(text: "1"))
      let task = Task { try await sut.send(.init(host.url())) }
      #expect(try await task.value.body == Data("1".utf8))
      task.cancel()
      #expect(try await sut.send(.init(host.url())).body == Data("1".utf8))
      #expect(host.connections == 1)
    }

    @Test func `a request cancelled at any moment either returns or throws CancellationError`() async throws {
      let (seen, sees) = AsyncStream.makeStream(of: String.self)
      var asked = seen.makeAsyncIterator()
      let host = try LoopbackHost {
        sees.yield($0.target)
        return .answer(text: "1")
      }
      var answers = 0
      for round in 0..<400 {
        let task = Task { try await sut.send(.init(host.url("/\(round)"))) }
        // Every second round cancels the task at once, the others while the request is answered.
        if !round.isMultiple(of: 2) { while await asked.next() != "/\(round)" {} }
        task.cancel()
        do {
          _ = try await task.value
          answers += 1
        } catch is CancellationError {
        }
      }
      #expect(answers < 400)
      #expect(try await sut.send(.init(host.url())).body == Data("1".utf8))
    }
  }
}
