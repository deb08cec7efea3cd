import Observed
import TestSupport
import Testing
import ViewModel

@Suite(.timeLimit(.minutes(1)))
struct ViewModelTests {
  @Test func `what changes at once has changed when send returns`() async {
    let value = Observed(0)
    let sut = ViewModel<Int, Int>(value) { step in
      value.update { $0 += step }
      return Task {}
    }
    var states = sut.states().makeAsyncIterator()
    #expect(await states.next() == 0)
    _ = sut.send(2)
    _ = sut.send(3)
    #expect(sut.state() == 5)
    #expect(await states.next() == 5)
  }

  @Test func `a stub shows one state for ever`() async {
    let sut = ViewModel<Int, Int>.stub(7)
    await sut.send(1).value
    #expect(sut.state() == 7)
    var states = sut.states().makeAsyncIterator()
    #expect(await states.next() == 7)
  }
}
