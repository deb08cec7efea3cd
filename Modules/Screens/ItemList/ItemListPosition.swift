import Essentials

/// A saved position in a list: the selection and the filter.
public struct ItemListPosition: Hashable, Sendable, Codable {
  /// The text that stands for the selected item's ID; nil if nothing was selected.
  public var item: String?
  /// The row of the item, to select if the item is gone.
  public var row: Int
  /// The filter; nil for none.
  public var filter: String?
  /// Whether the filter searches whole texts; nil for titles alone.
  public var isInTexts: Bool?
  /// The item to select when the filter is left, as a text.
  public var listItem: String?
  /// The row of that item; nil without a filter.
  public var listRow: Int?

  public init(
    item: String? = nil, row: Int = 0, filter: String? = nil, isInTexts: Bool? = nil, listItem: String? = nil,
    listRow: Int? = nil
  ) {
    self.item = item
    self.row = row
    self.filter = filter
    self.isInTexts = isInTexts
    self.listItem = listItem
    self.listRow = listRow
  }
}

extension ItemListState {
  /// Returns the position to save.
  public func position(_ idText: (Item.ID) -> String) -> ItemListPosition {
    var position = ItemListPosition(item: shown.selected.map { idText($0.id) }, row: shown.selectedRow)
    guard let filter, !filter.query.isEmpty else { return position }
    position.filter = filter.query
    position.isInTexts = filter.isInTexts ? true : nil
    position.listItem = all.selected.map { idText($0.id) }
    position.listRow = all.selectedRow
    return position
  }

  /// Goes to a saved position as soon as the list is read. Call it before that.
  public mutating func restore(_ position: ItemListPosition, _ id: (String) -> Item.ID) {
    func saved(_ item: String?, _ row: Int) -> Target {
      item.map { .item(id($0), orRow: max(0, row)) } ?? .row(max(0, row))
    }
    guard let query = position.filter else {
      target = saved(position.item, position.row)
      return
    }
    target = saved(position.listItem, position.listRow ?? 0)
    var filter = Filter(query: query, isEditing: false)
    filter.isInTexts = position.isInTexts ?? false
    if !filter.isBlank {
      filter.search = Search(number: 0, phase: .restoring(position.item.map(id), row: max(0, position.row)))
    }
    self.filter = filter
  }
}
