import Observed
import StyleGuide
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AsyncButtonTests {
  let clock = TestClock()
  let gate = Gate()
  let calls = CallRecorder<Void>()

  var sut: AsyncButtonViewModel {
    .live(title: "Load", doing: "Loading", clock: clock) { [gate, calls] in
      calls.record(())
      try? await gate.pause()
    }
  }

  @Test func `quick work is never busy`() async {
    let sut = sut
    let press = sut.send(.pressed)
    #expect(sut.state().phase == .working)
    #expect(sut.state().spoken == "Loading…")
    await gate.open()
    await press.value
    #expect(sut.state() == AsyncButtonState(title: "Load", doing: "Loading"))
    #expect(sut.state().spoken == "Enter to load.")
  }

  @Test func `a button is busy after a second of work, and its spinner turns`() async {
    let sut = sut
    let press = sut.send(.pressed)
    await clock.sleeping()
    clock.advance(by: .milliseconds(999))
    #expect(sut.state().phase == .working)
    clock.advance(by: .milliseconds(1))
    await clock.sleeping()
    #expect(sut.state().phase == .busy(0))
    #expect(sut.state().spoken == "Loading…")
    clock.advance(by: .milliseconds(100))
    await clock.sleeping()
    #expect(sut.state().phase == .busy(1))
    await gate.open()
    await press.value
    #expect(sut.state().phase == .ready)
  }

  @Test func `presses during the work count once`() async {
    let sut = sut
    let press = sut.send(.pressed)
    await gate.arrived()
    clock.advance(by: .milliseconds(500))
    await sut.send(.pressed).value
    await gate.open()
    await press.value
    #expect(calls.all.count == 1)
  }

  @Test func `presses within 300 ms count once, even when the work is done`() async {
    let sut = AsyncButtonViewModel.live(title: "Load", doing: "Loading", clock: clock) { [calls] in calls.record(()) }
    await sut.send(.pressed).value
    clock.advance(by: .milliseconds(299))
    await sut.send(.pressed).value
    #expect(calls.all.count == 1)
    clock.advance(by: .milliseconds(1))
    await sut.send(.pressed).value
    #expect(calls.all.count == 2)
  }
}
