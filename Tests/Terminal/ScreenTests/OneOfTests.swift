import Observed
import Rendering
import Screen
import Terminal
import TestSupport
import Testing

/// Tests of a screen that shows one of several.
struct OneOfTests {
  private let calls = CallRecorder<String>()
  private let shown = Observed(0)
  private let values = [Observed("a"), Observed("b")]

  private var sut: Screen {
    let screens = values.map { value in
      Screen(
        frame: { Frame([Line(value.value)], size: $0) }, changes: value.changes,
        appear: { [calls] in calls.record("appear \(value.value)") },
        resume: { [calls] in calls.record("resume \(value.value)") },
        disappear: { [calls] in calls.record("disappear \(value.value)") },
        react: { [calls] _, _ in
          calls.record("react \(value.value)")
          return .later
        }, help: { [KeyHelp(value.value, "")] })
    }
    return .one(of: screens, shown: { [shown] in shown.value }, changes: shown.changes)
  }

  @Test func `the shown screen receives every call, and each screen appears once`() {
    let sut = sut
    sut.appear()
    shown.replace(with: 1)
    sut.appear()
    #expect(sut.frame(Size()).text[0] == "b")
    #expect(sut.help() == [KeyHelp("b", "")])
    #expect(sut.react(.key("x"), Size()) == .later)
    shown.replace(with: 0)
    sut.resume()
    #expect(calls.all == ["appear a", "appear b", "react b", "resume a"])
  }

  @Test func `disappear reaches only the screens that appeared`() {
    let sut = sut
    shown.replace(with: 1)
    sut.appear()
    sut.disappear()
    #expect(calls.all == ["appear b", "disappear b"])
  }

  @Test func `a change is signalled when the shown screen changes or another is shown`() {
    let told = CallRecorder<Void>()
    let stop = sut.changes.watch { told.record(()) }
    values[1].update { $0 = "c" }
    #expect(told.all.count == 0)
    values[0].update { $0 = "d" }
    #expect(told.all.count == 1)
    shown.replace(with: 1)
    #expect(told.all.count == 2)
    stop()
  }

  @Test func `an index without a screen shows an empty frame and ignores events`() {
    shown.replace(with: 7)
    let sut = sut
    sut.appear()
    sut.disappear()
    #expect(sut.frame(Size(width: 3, height: 1)).text == [""])
    #expect(sut.help() == [])
    #expect(calls.all == [])
    #expect(sut.react(.key("x"), Size()) == .ignored)
  }
}
