public import ItemList
import ItemMarks
public import Observed
public import Screen
public import ScreenEnvironment
import Terminal
public import ViewModel

extension Screen {
  /// A list whose items have marks: its header counts what is unread, and its keys change marks and arrange it.
  /// - `feed`: what the view model shows.
  /// - `noun`: what an item is called: "post".
  /// - `command`: what a command of marks is for the view model.
  public static func markedList<Item: ListItem, Command>(
    _ viewModel: ItemListViewModel<Item, Command>, of feed: MarkedFeed<Item>, _ look: ItemListLook<Item>, noun: String,
    command: @escaping @Sendable (MarkCommand) -> Command, environment: ScreenEnvironment,
    keys: [KeyMap<ItemListState<Item>, ItemListAction<Command>>.Binding]
  ) -> Self {
    var look = look
    let empty = look.empty
    look.detail = { feed.detail(isComplete: viewModel.state().isComplete || viewModel.state().all.count == 0) }
    look.empty = { feed.allRead.map { ("Nothing unread.", $0) } ?? empty() }
    var screen = itemList(viewModel, look, keys: MarkCommand.listKeys(noun: noun) { .command(command($0)) } + keys)
    let counting = Observed<Task<Void, Never>?>(nil)
    screen.changes = .merging(screen.changes, feed.unread.changes, feed.arrangement.changes)
    screen.appear = { [appear = screen.appear] in
      appear()
      feed.visit.isNow()
      let task = Task {
        // What is shown comes first.
        await environment.pause()
        await feed.count(environment) { _ = viewModel.send(.say($0)) }
      }
      counting.replace(with: task)?.cancel()
    }
    screen.disappear = { [disappear = screen.disappear] in
      counting.replace(with: nil)?.cancel()
      feed.visit.isNow()
      disappear()
    }
    return screen
  }

  /// A list of everything and, in its place when that is wanted, the list of what is bookmarked. Each keeps its place.
  /// - `plural`: what the items are called: "posts".
  public static func all(
    _ all: Screen, orBookmarked bookmarked: Screen, plural: String, shown: Observed<Int> = Observed(0)
  ) -> Self {
    let lists = Screen.one(of: [all, bookmarked], shown: { shown.value }, changes: shown.changes)
    var screen = lists
    screen.react = { event, size in
      let reaction = lists.react(event, size)
      guard reaction == .ignored, event == .key("B") || shown.value == 1 && isBack(event) else { return reaction }
      shown.update { $0 = 1 - $0 }
      lists.appear()
      return .handled
    }
    screen.help = { lists.help() + [KeyHelp("B", "bookmarked \(plural), and back to all")] }
    return screen
  }
}

private func isBack(_ event: Terminal.Event) -> Bool { event == .key(.escape) || event == .key(.backspace) }
