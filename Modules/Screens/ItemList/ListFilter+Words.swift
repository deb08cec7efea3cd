public import PagedList
public import Screen
import Terminal

extension ListFilter {
  /// The key that turns the filter on and off.
  var key: Character {
    switch self {
    case .unread: "u"
    }
  }

  /// Returns the reason why a list is empty that has other items.
  /// - Parameter isComplete: Whether all of the list is loaded.
  func emptiness(isComplete: Bool) -> String {
    switch self {
    case .unread: isComplete ? "Everything here is read." : "Everything loaded so far is read."
    }
  }

  /// Returns the keys of all filters for a list.
  /// - Parameter meaning: Returns the meaning of a key, given the name of its filter: "show only unread, or all".
  public static func keys<Item: ListItem, Command>(
    _ meaning: (_ name: String) -> String
  ) -> [KeyMap<ItemListState<Item>, ItemListAction<Command>>.Binding] {
    allCases.map { filter in
      .init([Key(.character(filter.key))], String(filter.key), meaning(filter.rawValue)) { _, _ in .toggle(filter) }
    }
  }
}

extension ListQuery {
  /// Returns the filters and the order for the header: "12 unread only · by title"; nil if there is nothing to say.
  /// - Parameters:
  ///   - unread: The number of unread items in words; nil to leave out their number.
  ///   - more: Further words after it.
  public func words(unread: String?, _ more: String? = nil) -> String? {
    let unread = filters.contains(.unread) ? "\(unread ?? "unread") only" : unread
    let others = filtersInOrder.filter { $0 != .unread }.map { "\($0.rawValue) only" }
    let parts = [unread, more] + others + [order.name, showsHidden ? "with hidden" : nil]
    let words = parts.compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: " · ")
  }
}
