public import ItemList
public import PagedList

/// Where the reader is in one scope of a list whose items have marks.
public struct SavedListPosition: Hashable, Sendable, Codable {
  /// How the list is arranged.
  struct OrderAndFilter: Hashable, Sendable, Codable {
    var order = ListQuery.Order.listed
    var isOnlyUnread = false
  }

  /// What is selected, and what narrows the list.
  var list = ItemListPosition()
  var arrangement = OrderAndFilter()

  public init() {}

  /// Where the reader is in a scope; nil where that was never shown.
  public init?<Item: ListItem>(
    _ state: ItemListState<Item>, in scope: ListQuery.Scope, _ idText: (Item.ID) -> String
  ) where Item.ID: Sendable {
    // Before it is read, nobody has been anywhere.
    guard let state = state.showing(scope), state.isRead else { return nil }
    list = state.position(idText)
    arrangement = OrderAndFilter(order: state.query.order, isOnlyUnread: state.query.filters.contains(.unread))
  }

  private var query: ListQuery {
    ListQuery(order: arrangement.order, filters: arrangement.isOnlyUnread ? [.unread] : [])
  }

  /// A list that goes to these places as soon as it is read.
  /// - Parameters:
  ///   - list: the place among all items, and `bookmarked` that among bookmarked ones.
  ///   - shown: the scope that is shown.
  ///   - id: the item that a text names.
  public static func start<Item: ListItem>(
    list: Self, bookmarked: Self, shown: ListQuery.Scope, _ id: (String) -> Item.ID
  ) -> ItemListState<Item> where Item.ID: Sendable {
    var states = [list, bookmarked].map { position in
      var state = ItemListState<Item>()
      state.query = position.query
      state.restore(position.list, id)
      return state
    }
    states[1].query.scope = .bookmarked
    if shown == .bookmarked { states.reverse() }
    return states[0].with(other: states[1])
  }
}
