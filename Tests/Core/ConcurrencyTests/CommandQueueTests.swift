import Concurrency
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CommandQueueTests {
  @Test func `commands run one at a time in the order in which they were added`() async {
    let sut = CommandQueue()
    let gate = Gate()
    let done = CallRecorder<Int>()
    sut.add {
      try? await gate.pause()
      done.record(1)
    }
    for number in 2...20 { sut.add { done.record(number) } }
    await gate.arrived()
    #expect(done.all.isEmpty)
    await gate.open()
    await sut.finish()
    #expect(done.all == Array(1...20))
  }

  @Test func `waiting for a command waits for those added before it and none after it`() async {
    let sut = CommandQueue()
    let gate = Gate()
    let done = CallRecorder<Int>()
    sut.add { done.record(1) }
    let second = sut.add { done.record(2) }
    sut.add { try? await gate.pause() }
    await second.value
    #expect(done.all == [1, 2])
    await gate.open()
    await sut.finish()
  }

  @Test func `finish returns when no command was added`() async { await CommandQueue().finish() }
}
