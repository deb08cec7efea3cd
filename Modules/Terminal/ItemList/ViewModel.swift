public import Feed
import Observed
public import ScreenEnvironment
import StyleGuide
public import ViewModel

extension ViewModel {
  /// A list on top of a feed: shows what is kept at once, asks the server for the latest, and reads and loads more as the
  /// selection moves.
  /// - Parameters:
  ///   - clock: what the grace period and the spinner are measured with.
  ///   - perform: does a command with the selected item, and returns what is to be said of it.
  ///   - onOpen: where an item leads; `neighbour` moves the selection by so many rows and returns what is selected then,
  ///     nil where the list ends.
  public static func live<Item: ListItem, Command>(
    _ feed: Feed<Item>, _ environment: ScreenEnvironment, clock: some Clock<Duration>,
    perform: @escaping @Sendable (_ command: Command, _ item: Item) async -> String?,
    onOpen:
      @escaping @Sendable (_ item: Item, _ neighbour: @escaping @Sendable (_ step: Int) async -> Item?) -> Void
  ) -> Self where State == ItemListState<Item>, Action == ItemListAction<Command> {
    let state = Observed(ItemListState<Item>())
    let engine = Engine(state, feed, environment, clock: clock)
    let button = AsyncButtonViewModel.live(title: buttonTitle, clock: clock) { await engine.act(.reload).value }
    return Self(state) { action in
      let (effects, selected) = state.update { ($0.apply(action), $0.shown.selected) }
      for case .show(let item) in effects { onOpen(item, engine.neighbour) }
      if case .press? = effects.first { return button.send(.pressed) }
      guard case .command(let command) = action, let selected else { return engine.perform(effects) }
      return Task { await engine.tell(.performed(notice: await perform(command, selected))).value }
    }
  }
}

/// What the button on a page with nothing on it says.
let buttonTitle = "Load"
