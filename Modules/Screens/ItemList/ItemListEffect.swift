public import PagedList

/// Something a list asks for. Numbers rise, and tell a later question from an earlier one.
public enum ItemListEffect<Item: ListItem>: Sendable where Item.ID: Sendable {
  /// Signal every change of saved data.
  case watch(number: Int)
  /// Read the rows around the selection.
  case read(ItemListRead<Item.ID>)
  /// Read rows that were found.
  case readFound([RowKey], number: Int)
  /// Search for a query; with the first that is found come the items of so many rows.
  case search(query: ListQuery, rows: Int, number: Int)
  /// Search for it again, and for the row in which an item stands then.
  case searchAgain(ItemListRead<Item.ID>)
  /// Ask the server for the latest of the list, or for what bookmarked items lack.
  case refresh(ListQuery.Scope, number: Int)
  /// Ask the server for some rows of a query.
  case load(query: ListQuery, rows: Range<Int>, number: Int)
  /// Load everything behind the last row.
  case loadRest(number: Int)
  /// Turn the spinner, once it is time for one.
  case spin(number: Int)
  /// Give up work with no higher number.
  case stop(Set<ItemListWork>, number: Int)
  /// Show an item.
  case show(Item)
  /// Press the button.
  case press
}

/// Work that effects begin, each kind at most once at a time.
public enum ItemListWork: Hashable, Sendable, CaseIterable {
  /// The work of the effect of the same name; that of `searchAgain` is `search`.
  case watch, read, readFound, search, refresh, load, loadRest, spin
}

/// A read of the rows around an item, or around a row where the item is gone or not known; of all, or of those found.
public struct ItemListRead<ID: Hashable & Sendable>: Equatable, Sendable {
  /// The number of the effect.
  public var number: Int
  /// The query whose rows are read.
  public var query: ListQuery
  /// The item; nil to read around the row.
  public var item: ID?
  /// The row in which the item was last.
  public var row: Int
  /// How many rows to read to each side.
  public var distance: Int
}
