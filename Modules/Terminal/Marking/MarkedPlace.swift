public import ArrangedFeed
public import ItemList

/// Where the reader is in a list whose items have marks.
public struct MarkedPlace: Hashable, Sendable, Codable {
  /// What is selected, and what narrows the list.
  public var list: ItemListPlace
  /// How the list is arranged.
  public var arrangement: Arrangement

  public init(list: ItemListPlace = ItemListPlace(), arrangement: Arrangement = Arrangement()) {
    (self.list, self.arrangement) = (list, arrangement)
  }

  /// A list that goes to this place as soon as it is read.
  /// - Parameter id: the item that a text names.
  public func start<Item: ListItem>(_ id: (String) -> Item.ID) -> ItemListState<Item> where Item.ID: Sendable {
    var state = ItemListState<Item>()
    state.restore(list, id)
    return state
  }
}
