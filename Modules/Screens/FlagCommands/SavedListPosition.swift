import Essentials
public import ItemList
public import PagedList

/// The saved position in one scope of a list whose items have flags.
public struct SavedListPosition: Hashable, Sendable, Codable {
  /// The saved part of a list query.
  struct SavedQuery: Hashable, Sendable, Codable {
    var order = ListQuery.Order.listed
    /// The names of the filters that are on; nil for none.
    var filters: [String]?
    /// Whether the filter of unread items is on, in a position that a version without `filters` saved.
    var isOnlyUnread: Bool?
    /// Whether hidden items are shown, too; nil if not.
    var showsHidden: Bool?
  }

  /// The selection, and the filter.
  var list = ItemListPosition()
  var savedQuery = SavedQuery()

  private enum CodingKeys: String, CodingKey {
    case list
    case savedQuery = "arrangement"
  }

  public init() {}

  /// Creates the position in a scope; nil if that scope was never shown.
  public init?<Item: ListItem>(
    _ state: ItemListState<Item>, in scope: ListQuery.Scope, _ idText: (Item.ID) -> String
  ) where Item.ID: Sendable {
    // A list that was not read yet has no position.
    guard let state = state.showing(scope), state.isRead else { return nil }
    list = state.position(idText)
    savedQuery = SavedQuery(
      order: state.query.order,
      filters: state.query.filters.isEmpty ? nil : state.query.filters.map(\.rawValue).sorted(),
      showsHidden: state.query.showsHidden ? true : nil)
  }

  /// Creates the position in a text; nil if it is not understood.
  public init?(_ text: String) {
    guard let position = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
    self = position
  }

  /// Returns whether another position is the same, or differs by the rows to which other items have moved its items.
  public func hasSameItems(as other: Self) -> Bool {
    var moved = self
    if list.item != nil { moved.list.row = other.list.row }
    if list.listItem != nil { moved.list.listRow = other.list.listRow }
    return moved == other
  }

  /// The position as text, the same for equal positions. One that has not changed is not saved again, so it takes the
  /// place of no newer one of another reader.
  public var text: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }

  private var query: ListQuery {
    let names = savedQuery.filters ?? (savedQuery.isOnlyUnread == true ? [ListFilter.unread.rawValue] : [])
    return ListQuery(
      order: savedQuery.order, filters: Set(names.compactMap(ListFilter.init)),
      showsHidden: savedQuery.showsHidden ?? false)
  }

  /// Returns the state of a list that goes to saved positions as soon as it is read.
  ///
  /// - Parameters:
  ///   - list: The position among all items.
  ///   - bookmarked: The position among the bookmarked items.
  ///   - shown: The scope to show.
  ///   - id: Returns the ID that a saved text stands for.
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
