import Essentials
import HomeFeature
import ItemKind
import ItemList
import Marking
import Observed
import PlacesStore
import ViewModel

/// Where the reader was when it was last open, and where it is now.
struct Places: Sendable {
  let keeper: PlaceKeeper
  private let known: [PlaceKey: String]

  /// - Parameter lists: what the lists are called.
  init(_ keeper: PlaceKeeper, lists: [String]) async {
    self.keeper = keeper
    known = await keeper.places(
      [.section] + lists.flatMap { [.list($0), .list("bookmarked \($0)"), .shown($0), .visit($0)] })
  }

  /// The section that was shown, and from now on is remembered.
  func section(_ names: [String]) -> HomeViewModel {
    let viewModel = HomeViewModel.live(
      sections: names, selected: known[.section].flatMap { names.firstIndex(of: $0) } ?? 0)
    follow(viewModel.changes, .section) {
      let state = viewModel.state()
      return state.sections.indices.contains(state.selected) ? state.sections[state.selected] : nil
    }
    return viewModel
  }

  /// Which of two lists was shown, and from now on is remembered.
  func shown(_ list: String) -> Observed<Int> {
    let shown = Observed(known[.shown(list)] == "1" ? 1 : 0)
    follow(shown.changes, .shown(list)) { String(shown.value) }
    return shown
  }

  /// The visit of a list that begins when it appears.
  func visit(_ list: String, now: @escaping @Sendable () -> Date) -> Visit {
    let last = known[.visit(list)].flatMap { Double($0) }.map { Date(timeIntervalSince1970: $0) }
    return Visit(last: last) { [keeper] in keeper.change(.visit(list)) { String(now().timeIntervalSince1970) } }
  }

  /// Where the reader was in a list.
  func list(_ name: String) -> MarkedPlace {
    known[.list(name)].flatMap { try? JSONDecoder().decode(MarkedPlace.self, from: Data($0.utf8)) } ?? MarkedPlace()
  }

  /// Remembers where the reader is in a list from now on.
  func follow<Item: ListItem, Command>(
    _ viewModel: ItemListViewModel<Item, Command>, of feed: MarkedFeed<Item>, _ name: String,
    idText: @escaping @Sendable (Item.ID) -> String
  ) {
    follow(.merging(viewModel.changes, feed.arrangement.changes), .list(name)) {
      let state = viewModel.state()
      // Before it is read, nobody has been anywhere.
      guard state.isRead else { return nil }
      let place = MarkedPlace(list: state.place(idText), arrangement: feed.arrangement.value)
      return (try? JSONEncoder().encode(place)).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func follow(_ changes: ChangeSignal, _ key: PlaceKey, _ place: @escaping @Sendable () -> String?) {
    _ = changes.watch { [keeper] in keeper.change(key, place) }
  }
}

extension PlaceKey {
  fileprivate static let section = Self(ItemKind("reader"), "section")
  fileprivate static func list(_ name: String) -> Self { Self(ItemKind("list"), name) }
  fileprivate static func visit(_ name: String) -> Self { Self(ItemKind("visit"), name) }
  fileprivate static func shown(_ name: String) -> Self { Self(ItemKind("shown"), name) }
}
