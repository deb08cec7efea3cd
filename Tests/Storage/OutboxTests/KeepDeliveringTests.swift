import Foundation
import Observed
import Outbox
import TestSupport
import Testing

struct KeepDeliveringTests {
  private let sut = Outbox<String>.notes()
  private let clock = TestClock()
  private let calls = CallRecorder<Int>()

  /// Starts to deliver without success. The stream has an element for each attempt.
  private func deliverUntilCancelled(_ sut: Outbox<String>) -> (Task<Void, Never>, AsyncStream<Void>) {
    let (tries, tried) = AsyncStream.makeStream(of: Void.self)
    let task = Task { [clock, calls] in
      await sut.deliverUntilCancelled(clock: clock, pauses: OutboxPauses(jitter: { 0 })) {
        calls.record(1)
        tried.yield()
        return (false, true)
      }
    }
    return (task, tries)
  }

  /// Waits for an attempt and lets the pause after it pass, for each number of seconds, and for one attempt more.
  private func advance(_ pauses: [Int], _ trying: inout AsyncStream<Void>.Iterator) async {
    for pause in pauses {
      await trying.next()
      await clock.sleeping()
      #expect(clock.remaining == [.seconds(pause)])
      clock.advance(by: .seconds(pause))
    }
    await trying.next()
    await clock.sleeping()
  }

  @Test func `pauses grow from two seconds to a minute with jitter, and restart after a reset`() {
    for (jitter, expected) in [
      (0.0, [2, 4, 8, 16, 30, 30]), (1, [4, 8, 16, 32, 60, 60]), (0.5, [3, 6, 12, 24, 45, 45]),
    ] {
      var pauses = OutboxPauses(jitter: { jitter })
      #expect((0..<6).map { _ in pauses.next() } == expected.map { Duration.seconds($0) })
      pauses.reset()
      #expect(pauses.next() == .seconds(expected[0]))
    }
    var wild = OutboxPauses(jitter: { 7 })
    #expect(wild.next() == .seconds(4))
  }

  @Test(.timeLimit(.minutes(5)))
  func `deliverUntilCancelled delivers at once, retries after pauses, and sends a new entry at once`()
    async throws
  {
    try await sut.list.edit { $0.append("a") }
    let (task, tries) = deliverUntilCancelled(sut)
    var trying = tries.makeAsyncIterator()
    await advance([2, 4, 8], &trying)
    try await sut.list.edit { $0.append("b") }
    await trying.next()
    task.cancel()
    await task.value
  }

  @Test(.timeLimit(.minutes(5))) func `deliverUntilCancelled pauses between attempts also without a change signal`()
    async throws
  {
    var sut = sut
    try await sut.list.edit { $0.append("a") }
    sut.list.changes = .none
    let (task, tries) = deliverUntilCancelled(sut)
    var trying = tries.makeAsyncIterator()
    // With many rounds, a pause that is skipped now and then shows as a different pause at the end.
    let pauses = [2, 4, 8, 16] + Array(repeating: 30, count: 96)
    await advance(pauses, &trying)
    task.cancel()
    await task.value
    #expect(calls.all.count == pauses.count + 1)
  }

  @Test(.timeLimit(.minutes(5))) func `deliverUntilCancelled waits for an entry while the outbox is empty`()
    async throws
  {
    let (tries, tried) = AsyncStream.makeStream(of: Void.self)
    var trying = tries.makeAsyncIterator()
    let task = Task { [sut, clock, calls] in
      await sut.deliverUntilCancelled(clock: clock) {
        let isWaiting = try await !sut.list.read().rows.isEmpty
        calls.record(1)
        try await sut.list.edit { $0.rows = [] }
        tried.yield()
        return (isWaiting, false)
      }
    }
    await trying.next()
    try await sut.list.edit { $0.append("a") }
    await trying.next()
    #expect(clock.remaining == [])
    task.cancel()
    await task.value
    #expect(calls.all.count == 2)
  }

  @Test(.timeLimit(.minutes(5))) func `a change of sentAt does not start a delivery, a new entry does`() async throws {
    try await sut.list.edit { $0.append("a") }
    let (task, tries) = deliverUntilCancelled(sut)
    var trying = tries.makeAsyncIterator()
    await trying.next()
    await clock.sleeping()
    try await sut.list.edit { $0.rows[0].sentAt = .distantPast }
    try await sut.list.edit { $0.append("b") }
    await trying.next()
    task.cancel()
    await task.value
    #expect(calls.all.count == 2)
  }
}
