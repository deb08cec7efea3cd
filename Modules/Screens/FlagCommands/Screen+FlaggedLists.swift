public import ItemList
public import Observed
import PagedList
public import Screen

extension Screen {
  /// Returns a screen that shows a list with flags. Its header counts the unread items, and its keys change flags and
  /// the query.
  ///
  /// - Parameters:
  ///   - viewModel: The view model of the list.
  ///   - list: The list that the view model shows.
  ///   - look: The appearance of the list.
  ///   - noun: The word for an item: "post".
  ///   - command: Returns the view model's command for a command of flags.
  ///   - environment: The date, the clock, and what else all screens share.
  ///   - keys: More keys, for the commands of this kind of item.
  public static func flaggedList<Item: ListItem, Command>(
    _ viewModel: ItemListViewModel<Item, Command>, of list: FlaggedList<Item>, _ look: ItemListLook<Item>, noun: String,
    command: @escaping @Sendable (FlagCommand) -> Command, environment: ScreenEnvironment,
    keys: [KeyMap<ItemListState<Item>, ItemListAction<Command>>.Binding]
  ) -> Self {
    var look = look
    look.detail = {
      let state = viewModel.state()
      return list.detail(of: state.query, isComplete: state.isComplete || state.fetchedAt == nil)
    }
    look.bookmarkAdvice = "Press b on a \(noun) to bookmark it. Press B to show all \(look.plural)."
    var screen = itemList(
      viewModel, look, keys: FlagCommand.listKeys(noun: noun, plural: look.plural, command) + keys)
    let counting = Observed<Task<Void, Never>?>(nil)
    screen.changes = .merging(screen.changes, list.counts.changes)
    screen.appear = { [appear = screen.appear] in
      appear()
      list.visit.record()
      let task = Task {
        // The first frame comes before the counts.
        await environment.pause()
        async let prepared: Void? = try? list.list.reader.prepare()
        await list.count(environment, isShown: { viewModel.state().notice == $0 }) { _ = viewModel.send(.say($0)) }
        await prepared
      }
      counting.replace(with: task)?.cancel()
    }
    screen.disappear = { [disappear = screen.disappear] in
      counting.replace(with: nil)?.cancel()
      list.visit.record()
      disappear()
    }
    return screen
  }
}
