import Foundation
import NetworkClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LimitedTests {
  let gate = Gate()
  let asked = CallRecorder<String>()
  private let steps = AsyncStream.makeStream(of: Void.self)

  private func sut(_ limit: Int) -> NetworkClient {
    NetworkClient { [gate, asked, steps] request in
      asked.record(request.url.path())
      steps.continuation.yield()
      try await gate.pause()
      return .init(url: request.url)
    }.limited(to: limit) { [steps] in steps.continuation.yield() }
  }

  private func request(_ name: Int) throws -> NetworkClient.Request {
    .init(try #require(URL(string: "http://host/\(name)")))
  }

  /// Sends a request, and returns once it is sent or waits for its turn.
  private func send(_ number: Int, _ sut: NetworkClient) async throws -> Task<Int?, Never> {
    let request = try request(number)
    let task = Task { try? await sut.send(request).status }
    for await _ in steps.stream { break }
    return task
  }

  @Test func `a limited client sends at most its limit at once and the waiting requests in order`() async throws {
    let sut = sut(2)
    var tasks: [Task<Int?, Never>] = []
    for number in 0..<5 { tasks.append(try await send(number, sut)) }
    #expect(Set(asked.all) == ["/0", "/1"])
    await gate.open()
    await gate.open()
    await gate.arrived()
    for _ in 0..<3 { await gate.open() }
    for task in tasks { #expect(await task.ended == 200) }
    #expect(asked.all.count == 5)
    #expect(asked.all.last == "/4")
  }

  @Test func `a failed request frees its slot for the next`() async throws {
    let failing = NetworkClient.failing().limited(to: 1)
    for number in 0..<3 {
      let request = try request(number)
      await #expect(throws: NetworkClient.Error.unreachable(.refused)) { _ = try await failing.send(request) }
    }
  }

  @Test func `a request cancelled while waiting is not sent and does not block the next`() async throws {
    let sut = sut(1)
    let first = try await send(1, sut)
    await gate.arrived()
    let second = try await send(2, sut)
    let third = try await send(3, sut)
    second.cancel()
    #expect(await second.ended == nil)
    await gate.open()
    await gate.open()
    #expect(await first.ended == 200)
    #expect(await third.ended == 200)
    #expect(asked.all == ["/1", "/3"])
  }

  @Test func `a request from an already cancelled task is not sent`() async throws {
    let sut = sut(1)
    let request = try request(1)
    let start = Gate()
    let task = Task {
      try? await start.pause()
      await #expect(throws: CancellationError.self) { _ = try await sut.send(request) }
    }
    await start.arrived()
    task.cancel()
    await task.ended
    #expect(asked.all.isEmpty)
  }
}
