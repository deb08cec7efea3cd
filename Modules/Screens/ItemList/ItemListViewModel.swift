public import CommandQueue
public import Observed
public import PagedList
public import Screen
import StyleGuide

/// A list and the actions it takes; `Command` is what else can be done with the selected item.
public typealias ItemListViewModel<Item: ListItem, Command: Equatable & Sendable> =
  ViewModel<ItemListState<Item>, ItemListAction<Command>> where Item.ID: Sendable

extension ViewModel {
  /// Leads to the page of an item; `neighbour` moves the selection by so many rows and returns what is selected then, nil
  /// where the list ends.
  public typealias Opening<Item> =
    @Sendable (_ item: Item, _ neighbour: @escaping @Sendable (_ step: Int) async -> Item?) -> Void

  /// A list on top of a paged list: shows what is saved at once, asks the server for the latest, and reads and loads more as the
  /// selection moves.
  /// - `start`: where the reader was, before anything is read.
  /// - `opening`: what opening an item does where it leads nowhere; nil where it leads on.
  /// - `numbered`: where a number leads that is typed; nil where it selects the row of that number.
  /// - `waiting`: what is said while a command works.
  /// - `queue`: where commands wait for those given before them.
  /// - `outcome`: does a command with the selected item, where there is one, and returns what came of it.
  /// - `onPreview`: where what is selected leads when it is only looked at, beside the list; nil for nowhere.
  /// - `onOpen`: where an item leads.
  public static func live<Item: ListItem, Command>(
    _ list: PagedList<Item>, _ environment: ScreenEnvironment, start: ItemListState<Item> = ItemListState(),
    opening: @escaping @Sendable (_ item: Item) -> Command? = { _ in nil },
    numbered: (@Sendable (_ number: Int) -> Void)? = nil,
    waiting: @escaping @Sendable (_ command: Command) -> String? = { _ in nil },
    queue: CommandQueue = CommandQueue(),
    outcome: @escaping @Sendable (_ command: Command, _ item: Item?) async -> CommandOutcome<Item.ID>,
    onPreview: Opening<Item>? = nil,
    onOpen: @escaping Opening<Item>
  ) -> Self where State == ItemListState<Item>, Action == ItemListAction<Command> {
    let state = Observed(start)
    let engine = ItemListEngine(state, list, environment)
    let button = AsyncButtonViewModel.live(title: buttonTitle, doing: buttonDoing, clock: environment.clock) {
      await engine.act(.reload).value
    }
    @Sendable func begin(_ command: Command, _ item: Item?) -> Task<Void, Never> {
      if let notice = waiting(command) { _ = engine.tell(.performed(CommandOutcome(notice))) }
      return queue.add {
        let outcome = await outcome(command, item)
        await engine.tell(.performed(outcome)).value
      }
    }
    return Self(state) { action in
      if case .accept = action, let numbered, let number = state.value.typedNumber {
        numbered(number)
        return engine.perform(state.update { $0.apply(ItemListAction<Command>.cancel) })
      }
      let (effects, selected) = state.update { ($0.apply(action), $0.shown.selected) }
      for case .show(let item) in effects {
        if let command = opening(item) { return begin(command, item) }
        onOpen(item, engine.neighbour)
      }
      if case .preview = action, let selected { onPreview?(selected, engine.neighbour) }
      if case .press? = effects.first { return button.send(.pressed) }
      guard case .command(let command) = action else { return engine.perform(effects) }
      return begin(command, selected)
    }
  }
}

/// What the button on a page with nothing on it says.
let buttonTitle = "Load"
let buttonDoing = "Loading"
