import Observed
import Rendering
import Screen
import Terminal
import TestSupport
import Testing

/// Tests of a screen that shows one of several.
struct OneOfTests {
  private let calls = Calls<String>()
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

  @Test func `the one that is shown gets everything, and each appears once`() {
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

  @Test func `those that were shown are told of the end, and no other`() {
    let sut = sut
    shown.replace(with: 1)
    sut.appear()
    sut.disappear()
    #expect(calls.all == ["appear b", "disappear b"])
  }

  @Test func `it changes when the one that is shown does, or when another is`() {
    let told = Calls<Void>()
    let stop = sut.changes.watch { told.record(()) }
    values[1].update { $0 = "c" }
    #expect(told.all.count == 0)
    values[0].update { $0 = "d" }
    #expect(told.all.count == 1)
    shown.replace(with: 1)
    #expect(told.all.count == 2)
    stop()
  }

  @Test func `a number that no screen has is nothing`() {
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
