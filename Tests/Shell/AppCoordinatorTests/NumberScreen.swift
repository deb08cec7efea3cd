import AppCoordinator
import Observed
import Rendering
import Screen
import Terminal
import TerminalTestSupport
import TestSupport

/// A screen that shows a number: `j` increments it; `+` makes a screen ready that was not from the beginning.
struct NumberScreen {
  struct State: Equatable, Sendable {
    var number = 0
    var isReady = true
  }

  enum Action: Equatable, Sendable {
    case appeared, disappeared
    case key(Key)
  }

  let value: Observed<State>
  /// The rendered numbers, in order.
  let rendered = CallRecorder<Int>()
  /// The received actions, in order.
  let sent = CallRecorder<Action>()
  /// Called on Enter.
  var onEnter: @Sendable () -> Void = {}

  init(isReady: Bool = true) { value = Observed(State(isReady: isReady)) }

  var screen: Screen {
    let viewModel = ViewModel<State, Action>(value) { [value, sent, onEnter] action in
      sent.record(action)
      if action == .key("j") { value.update { $0.number += 1 } }
      if action == .key(.enter) { onEnter() }
      return nil
    }
    var screen = Screen(
      viewModel, appearing: .appeared, disappearing: .disappeared, help: [],
      render: { [rendered] state, size in
        rendered.record(state.number)
        return Frame([Line("\(state.number)")], size: size)
      },
      action: { event, _, _ in
        if case .key(let key) = event, key == "j" || key == .enter { .key(key) } else { nil }
      })
    screen.react = { [value, react = screen.react] in value.value.isReady ? react($0, $1) : .later }
    return screen
  }

  /// Runs a reader with this as its first screen.
  func run(on recording: RecordingTerminal) -> Task<Ending, any Error> {
    Task { try await AppCoordinator(terminal: recording.terminal) { _ in screen }.run() }
  }
}
