import Concurrency
public import Observed
public import PagedList
public import Screen

/// The view model of a list screen. `Command` adds the actions of one kind of item.
public typealias ItemListViewModel<Item: ListItem, Command: Equatable & Sendable> =
  ViewModel<ItemListState<Item>, ItemListAction<Command>> where Item.ID: Sendable

extension ViewModel {
  /// Opens an item. `neighbour` moves the selection by some rows and returns the newly selected item; nil at an end of
  /// the list.
  public typealias Opening<Item> =
    @Sendable (_ item: Item, _ neighbour: @escaping @Sendable (_ step: Int) async -> Item?) -> Void

  /// Returns a view model for a paged list. It shows the cached rows at once, asks the server for the latest, and reads
  /// and loads more rows as the selection moves.
  ///
  /// - Parameters:
  ///   - list: The list to show.
  ///   - environment: The date, the clock, and what else all screens share.
  ///   - start: The state to begin with, for instance a saved position.
  ///   - opening: Returns the command that runs when an item is opened, for items without a screen; nil to call
  ///     `onOpen`.
  ///   - numbered: Goes to a number that was typed; nil if it is a row number.
  ///   - waiting: Returns the notice while a command runs.
  ///   - isQueued: Returns whether a command waits for those before it and holds up those after it; false for one that
  ///     waits for a server.
  ///   - outcome: Runs a command on the selected item, if there is one, and returns its outcome. `neighbour` is that of
  ///     `onOpen`.
  ///   - onPreview: Shows the selected item beside the list; nil if there are no previews.
  ///   - onOpen: Opens an item.
  public static func live<Item: ListItem, Command>(
    _ list: PagedList<Item>, _ environment: ScreenEnvironment, start: ItemListState<Item> = ItemListState(),
    opening: @escaping @Sendable (_ item: Item) -> Command? = { _ in nil },
    numbered: (@Sendable (_ number: Int) -> Void)? = nil,
    waiting: @escaping @Sendable (_ command: Command) -> String? = { _ in nil },
    isQueued: @escaping @Sendable (_ command: Command) -> Bool = { _ in true },
    outcome:
      @escaping @Sendable (
        _ command: Command, _ item: Item?, _ neighbour: @escaping @Sendable (_ step: Int) async -> Item?
      ) async -> CommandOutcome<Item.ID>,
    onPreview: Opening<Item>? = nil,
    onOpen: @escaping Opening<Item>
  ) -> Self where State == ItemListState<Item>, Action == ItemListAction<Command> {
    let state = Observed(start)
    let engine = ItemListEngine(
      state: state, list: list, environment: environment, retrying: Retrying(environment),
      itemRetrying: Retrying(environment))
    @Sendable func begin(_ command: Command, _ item: Item?) -> Task<Void, Never> {
      if let notice = waiting(command) { _ = engine.receive(.performed(CommandOutcome(notice))) }
      let work: @Sendable () async -> Void = {
        let outcome = await outcome(command, item, engine.neighbour)
        await engine.receive(.performed(outcome)).value
      }
      return isQueued(command) ? environment.commands.add(work) : Task(operation: work)
    }
    return Self(state) { action in
      if case .accept = action, let numbered, let number = state.value.number, !number.isEmpty {
        var effects = state.update { $0.apply(ItemListAction<Command>.cancel) }
        if let number = Int(number) {
          numbered(number)
        } else {
          effects += state.update { $0.apply(ItemListAction<Command>.say("There is no number \(number).")) }
        }
        return engine.perform(effects)
      }
      let (effects, selected) = state.update { ($0.apply(action), $0.shown.selected) }
      for case .show(let item) in effects {
        if let command = opening(item) { return begin(command, item) }
        onOpen(item, engine.neighbour)
      }
      if case .preview = action, let selected { onPreview?(selected, engine.neighbour) }
      guard case .command(let command) = action else { return engine.perform(effects) }
      return begin(command, selected)
    }
  }
}
