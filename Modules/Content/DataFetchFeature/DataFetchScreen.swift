// The screen that fetches response codes.

public import Screen
import StyleGuide
import Terminal

extension Screen {
  /// Returns the screen that fetches response codes.
  ///
  /// - Parameters:
  ///   - viewModel: The view model, with its state and its actions.
  ///   - address: The server's address.
  public static func dataFetch(_ viewModel: DataFetchViewModel, address: String) -> Self {
    Self(
      viewModel, appearing: .reload, resuming: .reload, disappearing: .disappeared, help: keys.help,
      render: { $0.frame(in: $1, address: address) },
      action: { event, state, size in
        switch event {
        case .key(let key): return keys.action(for: key, in: state, size: size)
        case .mouse(let mouse) where mouse.action == .press:
          return mouse.row - ScreenLayout.bodyTop == DataFetchBody(state, in: size).button ? .fetch : nil
        default: return nil
        }
      })
  }
}

private let keys = KeyMap<DataFetchState, DataFetchAction>([
  .init([.enter, "f"], "Enter, f", "fetch a response code") { _, _ in .fetch },
  .init([.escape], "Esc", "cancel") { state, _ in state.button.phase == .ready ? nil : .cancel },
  .init(["r"], "r", "refresh") { _, _ in .reload },
  .init(["y"], "y", "copy the response code") { _, _ in .copy },
])
