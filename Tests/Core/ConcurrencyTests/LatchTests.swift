import Concurrency
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LatchTests {
  @Test func `opening a latch resumes all waiting tasks, and later waits return at once`() async {
    let sut = Latch()
    async let waiting: Void = withTaskGroup { group in
      for _ in 0..<3 { group.addTask { await sut.wait() } }
    }
    sut.open()
    sut.open()
    await waiting
    await sut.wait()
  }

  @Test func `a cancelled task still waits until the latch opens`() async {
    let sut = Latch()
    let gate = Gate()
    let passed = CallRecorder<Int>()
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

  @Test func `a latch opens when its time limit ends first`() async {
    let sut = Latch()
    await sut.wait(orUntil: {})
    await sut.wait()
  }

  @Test func `opening a latch cancels the wait for its time limit`() async {
    let sut = Latch()
    let gate = Gate()
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
