import ItemList
public import PagedList
public import Screen
import Terminal

/// A command that changes flags, in a list or on the screen of an item.
public enum FlagCommand: Equatable, Sendable {
  /// Bookmark the item, or remove its bookmark.
  case bookmark
  /// Mark the item as read, or as unread.
  case read
  /// Undo the last change of a flag.
  case undo
  /// Mark all items of a query as read.
  case allRead(ListQuery)
}

extension FlagCommand {
  /// The notice while the command runs; nil for a command that takes no time.
  public var waiting: String? { if case .allRead = self { "Marking as read…" } else { nil } }

  /// Returns the keys for flags on the screen of an item.
  ///
  /// - Parameters:
  ///   - noun: The word for an item: "post".
  ///   - action: Returns the screen's action for a command.
  public static func detailKeys<State, Action>(
    noun: String, _ action: @escaping @Sendable (Self) -> Action
  ) -> [KeyMap<State, Action>.Binding] {
    [
      .init(["b"], "b", "bookmark the \(noun), or remove the bookmark") { _, _ in action(.bookmark) },
      .init(["m"], "m", "mark as read or unread") { _, _ in action(.read) },
      .init(["z"], "z", "undo the last mark or bookmark") { _, _ in action(.undo) },
    ]
  }

  /// Returns the keys for flags in a list.
  static func listKeys<Item: ListItem, Command>(
    noun: String, plural: String, _ command: @escaping @Sendable (Self) -> Command
  ) -> [KeyMap<ItemListState<Item>, ItemListAction<Command>>.Binding] {
    detailKeys(noun: noun) { .command(command($0)) } + [
      .init(["A"], "A", "mark all as read, or all that the filter shows") { state, _ in
        .command(command(.allRead(state.shownQuery)))
      }
    ] + ListFilter.keys { "show only \($0), or all" } + [
      .init(["s"], "s", "sort: own order, newest, title, unread first") { _, _ in .sort },
      .init(["B"], "B", "bookmarked \(plural), and back to all") { _, _ in .toggleBookmarked },
    ]
  }
}
