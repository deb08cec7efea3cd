import Essentials

/// Where the reader is in a list: what is selected, and what narrows the list.
public struct ItemListPlace: Hashable, Sendable, Codable {
  /// The selected item, as the text that names it; nil where nothing was.
  public var item: String?
  /// The row it was in: where to be when the item is gone.
  public var row: Int
  /// What narrows the list; nil for nothing.
  public var filter: String?
  /// Whether that is looked for in whole texts; nil for in titles alone.
  public var isInTexts: Bool?
  /// The item that is selected again when nothing narrows the list any more.
  public var listItem: String?
  /// The row of that; nil where nothing narrows the list.
  public var listRow: Int?

  public init(
    item: String? = nil, row: Int = 0, filter: String? = nil, isInTexts: Bool? = nil, listItem: String? = nil,
    listRow: Int? = nil
  ) {
    (self.item, self.row, self.filter, self.isInTexts) = (item, row, filter, isInTexts)
    (self.listItem, self.listRow) = (listItem, listRow)
  }
}

extension ItemListState {
  /// Where the reader is.
  public func place(_ idText: (Item.ID) -> String) -> ItemListPlace {
    var place = ItemListPlace(item: shown.selected.map { idText($0.id) }, row: shown.selectedRow)
    guard let filter, !filter.query.isEmpty else { return place }
    (place.filter, place.isInTexts) = (filter.query, filter.isInTexts ? true : nil)
    (place.listItem, place.listRow) = (all.selected.map { idText($0.id) }, all.selectedRow)
    return place
  }

  /// Goes to where the reader was, as soon as the list is read. To be called before anything is.
  public mutating func restore(_ place: ItemListPlace, _ id: (String) -> Item.ID) {
    let row = max(0, place.row)
    work.revealed = place.item.map(id)
    work.restored = Restored(row: row)
    guard let query = place.filter else { return }
    work.restored?.item = work.revealed
    work.restored?.listRow = max(0, place.listRow ?? 0)
    work.revealed = place.listItem.map(id)
    filter = Filter(query: query, isEditing: false, rows: ItemRows())
    filter?.isApplied = false
    filter?.isInTexts = place.isInTexts ?? false
  }

  /// What is still to be found of the place where the reader was.
  struct Restored: Equatable, Sendable {
    var row: Int
    /// The item among what the filter finds.
    var item: Item.ID?
    /// The row among all, where something was found by a filter.
    var listRow: Int?
  }

  /// Looks for what the filter held, and in it for the item that was selected.
  mutating func searchRestored() -> [ItemListEffect<Item>] {
    guard let restored = work.restored, let filter, !filter.isBlank else { return [] }
    work.restored = nil
    let number = nextNumber()
    self.filter?.search = Search(number: number, isAwaited: true, isAgain: true)
    return [
      .searchAgain(
        ItemListSearch(
          number: number, query: textQuery, item: restored.item, row: restored.row,
          distance: 2 * height))
    ]
  }
}
