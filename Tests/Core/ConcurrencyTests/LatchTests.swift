import Concurrency
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LatchTests {
  @Test func `all that wait go on when it happens, and whoever comes later does not wait`() async {
    let sut = Latch()
    async let waiting: Void = withTaskGroup { group in
      for _ in 0..<3 { group.addTask { await sut.wait() } }
    }
    sut.open()
    sut.open()
    await waiting
    await sut.wait()
  }

  @Test func `a task that is cancelled waits all the same`() async {
    let (sut, gate) = (Latch(), Gate())
    let passed = Calls<Int>()
    let waiting = Task {
      try? await gate.pause()
      await sut.wait()
      passed.record(1)
    }
    await gate.arrived()
    waiting.cancel()
    #expect(passed.all == [])
    sut.open()
    await waiting.value
    #expect(passed.all == [1])
  }

  @Test func `when the time is over first, it is as if it had happened`() async {
    let sut = Latch()
    await sut.wait(orUntil: {})
    await sut.wait()
  }

  @Test func `when it happens first, the time is not waited for any longer`() async {
    let (sut, gate) = (Latch(), Gate())
    let ended = Latch()
    async let waiting: Void = sut.wait(orUntil: {
      defer { ended.open() }
      try await gate.pause()
    })
    await gate.arrived()
    sut.open()
    await waiting
    await ended.wait()
  }
}
