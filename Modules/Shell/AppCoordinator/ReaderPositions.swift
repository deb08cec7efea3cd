import Essentials
import FlagCommands
import FlagsStore
import HomeFeature
import ItemList
import Observed
import PagedList
import PositionsStore
import TodoDomain
import TodoListFeature
import TodosRepository

/// The saved positions of the last session, and saving the new ones.
struct ReaderPositions: Sendable {
  let saver: PositionSaver
  private let known: [PositionKey: String]

  /// - Parameters:
  ///   - lists: The names of the lists.
  ///   - todos: The name of the lists of to-dos; nil for none.
  init(_ saver: PositionSaver, lists: [String], todos: String? = nil) async {
    self.saver = saver
    known = await saver.positions(
      [.section] + lists.flatMap { [.list($0), .list("bookmarked \($0)"), .shown($0), .visit($0)] }
        + (todos.map { name in [.shown(name)] + TodoFilter.allCases.map { .list("\($0) \(name)") } } ?? []))
  }

  /// Returns the sections with the last one selected, and saves the selection from now on.
  /// - Parameters:
  ///   - others: Sections that may be added later; they are there at once if one of them is the last one.
  ///   - skipped: A section that is not shown first; nil for none.
  func section(_ names: [String], others: [String], skipping skipped: String?) -> Observed<HomeState> {
    let last = known[.section] ?? ""
    let names = others.contains(last) ? names + others : names
    let selected = names.firstIndex { $0 == last && $0 != skipped } ?? names.firstIndex { $0 != skipped }
    let home = Observed(HomeState(sections: names, selected: selected ?? 0))
    follow(home.changes, .section) {
      let state = home.value
      return state.sections.indices.contains(state.selected) ? state.sections[state.selected] : nil
    }
    return home
  }

  /// Returns the visit of a list; it begins when the list appears.
  func visit(_ list: String, now: @escaping @Sendable () -> Date) -> Visit {
    let last = known[.visit(list)].flatMap { Double($0) }.map { Date(timeIntervalSince1970: $0) }
    return Visit(last: last) { [saver] in saver.change(.visit(list)) { String(now().timeIntervalSince1970) } }
  }

  /// Returns a list's first state, at the saved position.
  func start<Item: ListItem>(_ name: String, _ id: (String) -> Item.ID) -> ItemListState<Item> {
    SavedListPosition.start(
      list: position(name), bookmarked: position("bookmarked \(name)"),
      shown: known[.shown(name)] == "1" ? .bookmarked : .list,
      id)
  }

  /// Returns the positions in the lists of to-dos, and saves them from now on.
  /// - Parameter name: The name of the lists.
  func todoLists(_ name: String) -> TodoListPositions {
    let shown = Observed(TodoFilter.allCases.first { "\($0)" == known[.shown(name)] } ?? .all)
    follow(shown.changes, .shown(name)) { "\(shown.value)" }
    return TodoListPositions(
      shown: shown, start: { start("\($0) \(name)") { Todo.ID(positionText: $0) } },
      follow: { follow($0, "\($1) \(name)", idText: \.positionText) })
  }

  private func position(_ name: String) -> SavedListPosition {
    known[.list(name)].flatMap { SavedListPosition($0) } ?? SavedListPosition()
  }

  /// Saves the position in a list from now on.
  /// - Returns: Stops that. A list that is left before the end of the program must be stopped: the changes of a view model
  ///   would hold it.
  @discardableResult
  func follow<Item: ListItem, Command>(
    _ viewModel: ItemListViewModel<Item, Command>, _ name: String, idText: @escaping @Sendable (Item.ID) -> String
  ) -> @Sendable () -> Void {
    var stops: [@Sendable () -> Void] = []
    for (scope, name) in [(ListQuery.Scope.list, name), (.bookmarked, "bookmarked \(name)")] {
      let last = Observed(position(name))
      let stop = follow(viewModel.changes, .list(name)) {
        guard let position = SavedListPosition(viewModel.state(), in: scope, idText) else { return nil }
        // Items that arrive move rows in all readers. Only a person's move may take the place of another reader's.
        if !position.hasSameItems(as: last.value) { last.replace(with: position) }
        return last.value.text
      }
      stops.append(stop)
    }
    stops.append(
      follow(viewModel.changes, .shown(name)) { viewModel.state().query.scope == .bookmarked ? "1" : "0" })
    return { [stops] in for stop in stops { stop() } }
  }

  @discardableResult
  private func follow(
    _ changes: ChangeSignal, _ key: PositionKey, _ position: @escaping @Sendable () -> String?
  ) -> @Sendable () -> Void {
    changes.watch { [saver] in saver.change(key, position) }
  }
}

extension Todo.ID {
  fileprivate var positionText: String {
    switch self {
    case .temporary(let id): "here \(id)"
    case .server(let id): "there \(id)"
    }
  }

  fileprivate init(positionText text: String) {
    let id = String(text.drop { $0 != " " }.dropFirst())
    self = text.hasPrefix("here ") ? .temporary(id) : .server(id)
  }
}

extension PositionKey {
  fileprivate static let section = Self(ItemKind("reader"), "section")
  fileprivate static func list(_ name: String) -> Self { Self(ItemKind("list"), name) }
  fileprivate static func visit(_ name: String) -> Self { Self(ItemKind("visit"), name) }
  fileprivate static func shown(_ name: String) -> Self { Self(ItemKind("shown"), name) }
}
