import Essentials

/// Where a person was in a list, as it is saved: the selection, and the filter.
public struct ItemListPosition: Hashable, Sendable, Codable {
  /// The selected item, as the text that names it; nil if nothing was selected.
  public var item: String?
  /// Its row: to be selected where the item is gone.
  public var row: Int
  /// The filter; nil for none.
  public var filter: String?
  /// Whether it searches whole texts; nil for titles alone.
  public var isInTexts: Bool?
  /// The item that is selected when the filter is left.
  public var listItem: String?
  /// Its row; nil without a filter.
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

  /// Goes to a saved position as soon as the list is read. To be called before it is.
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
