import Observed
import Rendering
import Screen
import Terminal
import TestSupport
import Testing

/// Tests of a screen that is created on first use.
struct MadeScreenTests {
  private let calls = CallRecorder<String>()
  private let value = Observed("a")

  private var sut: Screen {
    .made { [calls, value] in
      calls.record("made")
      var screen = Screen(
        frame: { Frame([Line(value.value)], size: $0) }, changes: value.changes,
        appear: { calls.record("appear") }, resume: { calls.record("resume") },
        disappear: { calls.record("disappear") },
        react: { _, _ in
          calls.record("react")
          return .later
        }, help: { [KeyHelp("x", "")] })
      screen.subject = { Screen.Subject(1) }
      screen.selection = { Screen.Subject(2) }
      screen.hasPreviews = { true }
      screen.preview = { calls.record("preview") }
      screen.open = { calls.record("open") }
      return screen
    }
  }

  @Test func `a made screen is created once on appear and then forwards every call`() {
    let sut = sut
    let stop = sut.changes.watch {}
    #expect(calls.all == [])
    sut.appear()
    sut.resume()
    #expect(sut.react(.key("x"), Size()) == .later)
    #expect(sut.help() == [KeyHelp("x", "")])
    #expect(sut.frame(Size()).text[0] == "a")
    #expect(sut.subject() == Screen.Subject(1))
    #expect(sut.selection() == Screen.Subject(2))
    #expect(sut.hasPreviews())
    sut.preview()
    sut.open()
    sut.disappear()
    #expect(calls.all == ["made", "appear", "resume", "react", "preview", "open", "disappear"])
    stop()
  }

  @Test func `a watcher from before the creation receives each change once until it stops`() {
    let sut = sut
    let told = CallRecorder<Void>()
    let stop = sut.changes.watch { told.record(()) }
    value.replace(with: "b")
    #expect(told.all.count == 0)
    sut.appear()
    value.replace(with: "c")
    #expect(told.all.count == 1)
    stop()
    value.replace(with: "d")
    #expect(told.all.count == 1)
  }

  @Test func `a watcher added after the creation receives changes, one stopped before it receives none`() {
    let sut = sut
    let told = CallRecorder<String>()
    let stopped = sut.changes.watch { told.record("stopped") }
    stopped()
    sut.appear()
    let stop = sut.changes.watch { told.record("later") }
    value.replace(with: "b")
    #expect(told.all == ["later"])
    stop()
  }
}
