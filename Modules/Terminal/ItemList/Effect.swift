public import Feed

/// What a list asks for. The number tells a later question from an earlier one.
public enum ItemListEffect<Item: ListItem>: Sendable where Item.ID: Sendable {
  /// Tell of every change of what is kept.
  case watch(number: Int)
  /// Read the rows around the selection.
  case read(ItemListRead<Item.ID>)
  /// Read rows that were found.
  case readFound([Place], number: Int)
  /// Look for a query; with the first that is found come the items of so many rows.
  case search(query: ListQuery, rows: Int, number: Int)
  /// Look for it again, and for the row in which an item stands then.
  case searchAgain(ItemListSearch<Item.ID>)
  /// Ask the server for the latest of the list, or for what bookmarked items lack.
  case refresh(ListQuery.Scope, number: Int)
  /// Ask the server for some rows of a query.
  case load(query: ListQuery, rows: Range<Int>, number: Int)
  /// Load everything behind the last item.
  case loadRest(number: Int)
  /// Turn the spinner, once it is time for one.
  case spin(number: Int)
  /// Give up what was asked for with no higher number.
  case stop(Set<ItemListWork>, number: Int)
  /// Show an item.
  case show(Item)
  /// Press the button.
  case press
}

/// What a list may have under way, each at most once.
public enum ItemListWork: Hashable, Sendable, CaseIterable {
  /// What it is doing.
  case watch, read, readFound, search, refresh, load, loadRest, spin
}

/// Which rows to read: those around an item, or around a row where it is gone or not known.
public struct ItemListRead<ID: Hashable & Sendable>: Equatable, Sendable {
  /// Tells it from others.
  public var number: Int
  /// The query whose rows are read.
  public var query: ListQuery
  /// The item.
  public var item: ID?
  /// The row.
  public var row: Int
  /// How many rows to each side.
  public var distance: Int
}

/// What to look for again, and which item among what is found.
public struct ItemListSearch<ID: Hashable & Sendable>: Equatable, Sendable {
  /// Tells it from others.
  public var number: Int
  /// What to look for.
  public var query: ListQuery
  /// The item that was selected.
  public var item: ID?
  /// The row in which it stood.
  public var row: Int
  /// How many rows to read to each side of it.
  public var distance: Int
}
