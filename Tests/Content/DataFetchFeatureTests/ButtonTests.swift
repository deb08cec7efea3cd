import ContentDomain
import ContentService
import DataFetchFeature
import Observed
import ResponseCodeStore
import Screen
import StyleGuide
import TestSupport
import Testing

/// The button: one fetch at a time, a spinner after the grace period, and a debounce of presses.
@Suite(.timeLimit(.minutes(5)))
struct ButtonTests {
  let clock = TestClock()
  let gate = Gate()
  let fetches = CallRecorder<Void>()

  var sut: DataFetchViewModel {
    let content = ContentService { [gate, fetches] in
      fetches.record(())
      try await gate.pause()
      return .sampleCode
    }
    return .live(content, .stub(FetchedCodes()), .stub(clock: clock))
  }

  @Test func `a fetch is working at once, and busy with a turning spinner after a second`() async {
    let sut = sut
    let fetch = sut.send(.fetch)
    #expect(sut.state().button.phase == .working)
    await clock.sleeping()
    clock.advance(by: .milliseconds(999))
    #expect(sut.state().button.phase == .working)
    clock.advance(by: .milliseconds(1))
    await sut.wait { $0.button.phase == .busy(0) }
    await clock.sleeping()
    clock.advance(by: .milliseconds(100))
    await sut.wait { $0.button.phase == .busy(1) }
    await gate.open()
    await fetch.value
    await sut.wait { $0.button.phase == .ready && $0.timesFetched == 1 }
    #expect(sut.state().button == AsyncButtonState(title: "Fetch", doing: "Fetching"))
  }

  @Test func `a quick fetch is never busy`() async {
    let sut = sut
    let fetch = sut.send(.fetch)
    await gate.open()
    await fetch.value
    #expect(sut.state().button.phase == .ready)
    #expect(sut.state().timesFetched == 1)
  }

  @Test func `presses during a fetch start no other fetch`() async {
    let sut = sut
    let fetch = sut.send(.fetch)
    await gate.arrived()
    clock.advance(by: .milliseconds(500))
    await sut.send(.fetch).value
    await gate.open()
    await fetch.value
    #expect(fetches.all.count == 1)
    #expect(sut.state().timesFetched == 1)
  }

  @Test func `presses within 300 ms start one fetch, even if it has finished`() async {
    let sut = sut
    let fetch = sut.send(.fetch)
    await gate.open()
    await fetch.value
    clock.advance(by: .milliseconds(299))
    await sut.send(.fetch).value
    #expect(fetches.all.count == 1)
    clock.advance(by: .milliseconds(1))
    let next = sut.send(.fetch)
    await gate.open()
    await next.value
    #expect(fetches.all.count == 2)
  }

  @Test func `leaving the screen cancels the running fetch after further presses`() async {
    let sut = sut
    let fetch = sut.send(.fetch)
    await gate.arrived()
    await sut.send(.fetch).value
    _ = sut.send(.disappeared)
    await fetch.value
    #expect(sut.state().button.phase == .ready)
    #expect(sut.state().timesFetched == nil)
  }
}
