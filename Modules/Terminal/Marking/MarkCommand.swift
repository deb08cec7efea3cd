public import ItemList
public import Screen
import Terminal

/// What can be done with marks, in a list and on the page of an item.
public enum MarkCommand: Equatable, Sendable {
  /// Bookmark the item, or take its bookmark away.
  case bookmark
  /// Mark the item as read, or as unread.
  case read
  /// Take back the last change of a mark.
  case undo
  /// Mark all items of the list as read; with a filter, those that hold its words, in their titles or in whole texts.
  case allRead(holding: String? = nil, inTexts: Bool = false)
  /// Show only what is unread, or all again.
  case onlyUnread
  /// Show the list in the next order.
  case sort
}

extension MarkCommand {
  /// The keys for marks on the page of an item.
  /// - Parameters:
  ///   - noun: what an item is called: "post".
  ///   - action: what a command is on that screen.
  public static func pageKeys<State, Action>(
    noun: String, _ action: @escaping @Sendable (Self) -> Action
  ) -> [KeyMap<State, Action>.Binding] {
    [
      .init(["b"], "b", "bookmark the \(noun), or remove the bookmark") { _, _ in action(.bookmark) },
      .init(["m"], "m", "mark as read or unread") { _, _ in action(.read) },
      .init(["z"], "z", "undo the last mark or bookmark") { _, _ in action(.undo) },
    ]
  }

  /// The keys for marks in a list.
  public static func listKeys<Item: ListItem, Action>(
    noun: String, _ action: @escaping @Sendable (Self) -> Action
  ) -> [KeyMap<ItemListState<Item>, Action>.Binding] {
    pageKeys(noun: noun, action) + [
      .init(["A"], "A", "mark all as read, or all that the filter shows") { state, _ in
        action(.allRead(holding: state.filter?.query, inTexts: state.filter?.isInTexts == true))
      },
      .init(["u"], "u", "show only unread, or all") { _, _ in action(.onlyUnread) },
      .init(["s"], "s", "sort: server's order, newest, title, unread first") { _, _ in action(.sort) },
    ]
  }
}
