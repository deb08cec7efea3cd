import Observed
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ViewModelTests {
  @Test func `a synchronous action has changed the state when send returns`() async {
    let value = Observed(0)
    let sut = ViewModel<Int, Int>(value) { step in
      value.update { $0 += step }
      return nil
    }
    let waiting = Task { await sut.wait { $0 == 5 } }
    _ = sut.send(2)
    _ = sut.send(3)
    #expect(sut.state() == 5)
    await waiting.value
  }

  @Test func `an asynchronous action can be awaited, a synchronous one returns at once`() async {
    let gate = Gate()
    let value = Observed(0)
    let sut = ViewModel<Int, Bool>(value) { takesLonger in
      guard takesLonger else { return nil }
      return Task {
        try? await gate.pause()
        value.replace(with: 1)
      }
    }
    await sut.send(false).value
    let task = sut.send(true)
    await gate.open()
    await task.value
    #expect(sut.state() == 1)
  }

  @Test func `a stub ignores actions and shows one state`() async {
    let sut = ViewModel<Int, Int>.stub(7)
    #expect(sut.send(1) == nil)
    #expect(sut.state() == 7)
    await sut.wait { $0 == 7 }
  }
}
