public import PagedList

/// Work that the state of a list requests. The numbers of effects rise, so that a later request is told from an earlier
/// one.
public enum ItemListEffect<Item: ListItem>: Sendable where Item.ID: Sendable {
  /// Report every change of cached data.
  case watch(number: Int)
  /// Read the rows around the selection.
  case read(ItemListRead<Item.ID>)
  /// Read rows that a search for a query found.
  case readFound(Matches.Part, ListQuery, number: Int)
  /// Search for a query. The first matches come with the items of up to `rows` rows.
  case search(query: ListQuery, rows: Int, number: Int)
  /// Repeat a search, and find the row to which an item has moved.
  case searchAgain(ItemListRead<Item.ID>)
  /// Ask the server for the latest of the list, or for the parts of bookmarked items that are not downloaded yet.
  case refresh(ListQuery.Scope, number: Int)
  /// Ask the server for some rows of a query.
  case load(query: ListQuery, rows: Range<Int>, number: Int)
  /// Load everything after the last row.
  case loadRest(number: Int)
  /// Turn the spinner, after a grace period.
  case spin(number: Int)
  /// Stop work of these kinds, unless it has a higher number.
  case stop(Set<ItemListWork>, number: Int)
  /// Show an item.
  case show(Item)
}

/// The kinds of work that effects begin. At most one task of each kind runs at a time.
public enum ItemListWork: Hashable, Sendable, CaseIterable {
  /// The work of the effect of the same name; `searchAgain` counts as `search`.
  case watch, read, readFound, search, refresh, load, loadRest, spin
}

/// A read of the rows around an item, or around a row if the item is gone or unknown: of the whole list, or of the
/// matches.
public struct ItemListRead<ID: Hashable & Sendable>: Equatable, Sendable {
  /// The number of the effect.
  public var number: Int
  /// The query to read.
  public var query: ListQuery
  /// The item; nil to read around the row.
  public var item: ID?
  /// The row in which the item was last seen.
  public var row: Int
  /// The number of rows to read on each side.
  public var distance: Int
}
