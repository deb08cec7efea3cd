import Observed
import Rendering
import Screen
import Terminal
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ScreenTests {
  enum Action: Equatable, Sendable {
    case appeared, disappeared
    case add(Int)
  }

  let value = Observed(0)
  let sent = CallRecorder<Action>()

  var keys: KeyMap<Int, Action> {
    KeyMap([
      .init(["j", .down], "j, Down", "more") { state, size in .add(size.height + state * 0) },
      .init(["k"], "k", "less, if there is any") { state, _ in state > 0 ? .add(-1) : nil },
      .init(["1", "2"], "1, 2", "that many") { key, _, _ in key.text?.wholeNumberValue.map(Action.add) },
    ])
  }

  var sut: Screen {
    let viewModel = ViewModel<Int, Action>(value) { [value, sent] action in
      sent.record(action)
      if case .add(let step) = action { value.update { $0 += step } }
      return nil
    }
    let keys = keys
    return Screen(
      viewModel, appearing: .appeared, disappearing: .disappeared, help: keys.help,
      render: { state, size in Frame([Line("\(state)")], size: size) },
      action: { event, state, size in
        guard case .key(let key) = event else { return nil }
        return keys.action(for: key, in: state, size: size)
      })
  }

  @Test func `a frame shows the current state`() {
    let sut = sut
    #expect(sut.frame(Size(width: 5, height: 2)).text == ["0", ""])
    #expect(sut.react(.key("j"), Size(width: 5, height: 2)) == .handled)
    #expect(sut.frame(Size(width: 5, height: 2)).text == ["2", ""])
  }

  @Test func `an event without an action is ignored`() {
    #expect(sut.react(.key("x"), Size()) == .ignored)
    #expect(sut.react(.key("k"), Size()) == .ignored, "a key may have no action in a state")
    #expect(sut.react(.paste("j"), Size()) == .ignored)
    #expect(sent.all == [])
  }

  @Test func `a single screen has no parts to turn to`() {
    let parts = sut.parts
    #expect(parts.shown() == 0)
    #expect(!parts.turn(.key(.tab), Size()))
    #expect(parts.help() == [])
  }

  @Test func `appear and disappear send their actions`() {
    sut.appear()
    sut.disappear()
    #expect(sent.all == [.appeared, .disappeared])
  }

  @Test func `a change of state is signalled before react returns`() {
    let sut = sut
    let seen = CallRecorder<Int>()
    let stop = sut.changes.watch { [value] in seen.record(value.value) }
    _ = sut.react(.key("1"), Size())
    #expect(seen.all == [1])
    _ = sut.react(.key("x"), Size())
    #expect(seen.all == [1], "an ignored event signals no change")
    stop()
    _ = sut.react(.key("1"), Size())
    #expect(seen.all == [1])
  }

  @Test func `a key map provides its help, and its first binding of a key wins`() {
    #expect(
      sut.help() == [KeyHelp("j, Down", "more"), KeyHelp("k", "less, if there is any"), KeyHelp("1, 2", "that many")])
    #expect(keys.action(for: "2", in: 0, size: Size()) == .add(2))
    let twice = KeyMap<Int, Action>([
      .init(["x"], "", "") { _, _ in .add(1) }, .init(["x"], "", "") { _, _ in .add(2) },
    ])
    #expect(twice.action(for: "x", in: 0, size: Size()) == .add(1), "the first binding wins")
    #expect(keys.action(for: .down, in: 0, size: Size(width: 1, height: 7)) == .add(7))
  }
}
