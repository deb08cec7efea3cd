import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import Synchronization
import Testing

extension NetworkClientLiveTests {
  @Suite struct Connections {
    let sut = NetworkClient.undisturbed()

    @Test func `consecutive requests reuse one connection`() async throws {
      let host = try LoopbackHost(.answer(text: "1"))
      for _ in 0..<20 { _ = try await sut.send(.init(host.url())) }
      #expect(host.requests.count == 20)
      #expect(host.connections == 1)
    }

    @Test func `a request opens a new connection when the host has closed the idle one`() async throws {
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

    @Test func `fifty concurrent requests to one host are all answered, at most eight at a time`() async throws {
      let latches = (0..<50).map { _ in LoopbackHost.Latch() }
      let counts = Mutex((seen: 0, opened: 0, most: 0))
      let host = try LoopbackHost { request in
        let number = counts.withLock { counts in
          counts.seen += 1
          counts.most = max(counts.most, counts.seen - counts.opened)
          return counts.seen - 1
        }
        return .init([.wait(latches[number])]) + .answer(text: request.target)
      }
      let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
        for number in 0..<50 {
          group.addTask { try await sut.send(.init(host.url("/\(number)"))).body }
        }
        for number in 0..<50 {
          try await host.seen(min(number + 8, 50))
          counts.withLock { $0.opened += 1 }
          latches[number].open()
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(bodies == Set((0..<50).map { Data("/\($0)".utf8) }))
      #expect(counts.withLock { $0.most } == 8)
    }

    @Test func `requests to one host do not wait for those to another`() async throws {
      let hanging = try LoopbackHost(.hang)
      let tasks = (0..<9).map { _ in Task { try await sut.send(.init(hanging.url())) } }
      try await hanging.seen(8)
      let host = try LoopbackHost(.answer(text: "1"))
      #expect(try await sut.send(.init(host.url())).body == Data("1".utf8))
      for task in tasks { task.cancel() }
      for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    }

    @Test func `waiting requests are sent by priority, and in order of arrival within one priority`()
      async throws
    {
      let latches = (0..<16).map { _ in LoopbackHost.Latch() }
      let count = Mutex(0)
      let host = try LoopbackHost { request in
        let number = count.withLock { count in
          count += 1
          return count - 1
        }
        return .init([.wait(latches[number])]) + .answer(text: request.target)
      }
      let queue = QueueExecutor()
      func ask(_ target: String, _ priority: TaskPriority) -> Task<Void, any Error> {
        Task(executorPreference: queue, priority: priority) { _ = try await sut.send(.init(host.url(target))) }
      }
      var tasks = (0..<8).map { ask("/running-\($0)", .utility) }
      try await host.seen(8)
      let asked: [(String, TaskPriority)] = [
        ("/ahead", .utility), ("/also-ahead", .utility), ("/wanted", .medium), ("/urgent", .high), ("/later", .low),
      ]
      for (target, priority) in asked { tasks.append(ask(target, priority)) }
      await queue.emptied()
      for number in asked.indices {
        latches[number].open()
        try await host.seen(9 + number)
      }
      // `low` and `utility` are the same priority.
      let order = ["/urgent", "/wanted", "/ahead", "/also-ahead", "/later"]
      #expect(host.requests.suffix(asked.count).map(\.target) == order)
      for latch in latches { latch.open() }
      for task in tasks { try await task.value }
    }

    @Test func `a request cancelled in the queue is never sent and does not hold up the next`()
      async throws
    {
      let latch = LoopbackHost.Latch()
      let host = try LoopbackHost { .init($0.target == "/held" ? [.wait(latch)] : []) + .answer(text: $0.target) }
      let held = (0..<8).map { _ in Task { try await sut.send(.init(host.url("/held"))) } }
      try await host.seen(8)
      let waiting = Task { try await sut.send(.init(host.url("/given-up"))) }
      let next = Task { try await sut.send(.init(host.url("/next"))).body }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      latch.open()
      #expect(try await next.value == Data("/next".utf8))
      for task in held { _ = try await task.value }
      #expect(!host.requests.contains { $0.target == "/given-up" })
    }

    @Test func `a request's timeout starts when it leaves the queue`() async throws {
      let sut = NetworkClient.live(timeout: .seconds(4), environment: [:])
      let host = try LoopbackHost { _ in .init([.wait(.init(openingAfter: 1.4))]) + .answer(text: "1") }
      let start = ContinuousClock.now
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<24 { group.addTask { _ = try await sut.send(.init(host.url())) } }
        try await group.waitForAll()
      }
      #expect(start.duration(to: .now) > .seconds(4))
    }

    @Test func `a request to a closed port fails as refused`() async throws {
      let closed = try ClosedPort()
      #expect(try await sut.failure(.init(closed.url)) == .unreachable(.refused))
    }

    @Test
    func `a request to a name that does not resolve fails as unknown host, or offline on a machine without a network`()
      async throws
    {
      let url = try #require(URL(string: "http://nonexistent.invalid/"))
      #expect(try await sut.failure(.init(url)) == .unreachable(hasRoute() ? .unknownHost : .offline))
    }

    @Test func `a released client finishes its running request and then closes its connections`() async throws {
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

/// An executor that runs tasks one after the other, each until it waits.
private final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "ConnectionTests")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Returns once all work enqueued earlier has run until it waits.
  func emptied() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }
}
