import Observed
import Screen
import TestSupport
import Testing

/// Tests of the times at which a failed request is retried.
@Suite(.timeLimit(.minutes(5)))
struct RetryingTests {
  private let clock = TestClock()
  private let answers = ChangeSource()

  private func sut() -> Retrying {
    var environment = ScreenEnvironment.stub(clock: clock)
    environment.answers = { [answers] _ in answers.signal }
    return Retrying(environment)
  }

  @Test func `a failed request is retried after five seconds, then doubling up to five minutes`() async {
    let sut = sut()
    let (asked, asking) = AsyncStream.makeStream(of: Void.self)
    var questions = asked.makeAsyncIterator()
    for delay in [5, 10, 20, 40, 80, 160, 300, 300] {
      sut.failed(isUnanswered: false) { asking.yield() }
      await clock.sleeping()
      #expect(clock.remaining == [.seconds(delay)])
      clock.advance(by: .seconds(delay))
      await questions.next()
    }
    sut.failed(isUnanswered: false) {}
    await clock.sleeping()
    sut.stop()
    #expect(clock.remaining == [])
    sut.failed(isUnanswered: false) {}
    await clock.sleeping()
    #expect(clock.remaining == [.seconds(5)], "the delays start again from the first")
    sut.stop()
  }

  @Test func `an unanswered request is retried at once when the server answers, but not twice in a row`() async {
    let sut = sut()
    let (asked, asking) = AsyncStream.makeStream(of: Int.self)
    var questions = asked.makeAsyncIterator()
    sut.failed(isUnanswered: true) { asking.yield(1) }
    answers.send()
    #expect(await questions.next() == 1)
    sut.failed(isUnanswered: true) { asking.yield(2) }
    answers.send()
    await clock.sleeping()
    #expect(clock.remaining == [.seconds(10)], "the second retry still waits")
    clock.advance(by: .seconds(10))
    #expect(await questions.next() == 2)
    sut.failed(isUnanswered: true) { asking.yield(3) }
    answers.send()
    #expect(await questions.next() == 3)
  }

  @Test func `a server's answer does not hasten the retry of a request that was answered with an error`() async {
    let sut = sut()
    let (asked, asking) = AsyncStream.makeStream(of: Void.self)
    var questions = asked.makeAsyncIterator()
    sut.failed(isUnanswered: false) { asking.yield() }
    answers.send()
    await clock.sleeping()
    #expect(clock.remaining == [.seconds(5)])
    clock.advance(by: .seconds(5))
    await questions.next()
  }
}
