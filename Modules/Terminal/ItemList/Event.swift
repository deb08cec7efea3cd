public import Essentials
public import Feed

/// What came of what a list asked for.
public enum ItemListEvent<Item: ListItem>: Sendable where Item.ID: Sendable {
  /// What is kept has changed.
  case changed
  /// Rows around the selection.
  case read(ListWindow<Item>, ItemListRead<Item.ID>)
  /// They could not be read: why, as a clause, and what to do; nil where that was given up.
  case notRead(String?, advice: String? = nil, number: Int)
  /// Rows that were found.
  case readFound([Item], number: Int)
  /// A portion of what a search found; with the first places come the items there.
  case found([Place], items: [Item], number: Int)
  /// The search is over, or was given up, or failed.
  case searched(String?, number: Int)
  /// What was found by looking again: the places, the row of the item or the nearest to it, and the rows around it.
  case foundAgain(Matches, row: Int, ItemRows<Item>, number: Int)
  /// It is time to ask again for what could not be had.
  case retry
  /// The server is still being asked for the latest.
  case slow(number: Int)
  /// The server was asked for the latest.
  case refreshed(ItemListOutcome, number: Int, at: Date)
  /// The server was asked for some rows.
  case loaded(ItemListOutcome, number: Int)
  /// So many items are kept by now.
  case loadedRest(count: Int, number: Int)
  /// Everything is loaded, or it failed.
  case endedRest(ItemListOutcome, number: Int)
  /// The spinner turned.
  case turned(tick: Int, number: Int)
  /// A command was done, or not; what is to be said of it, which item is to be selected as soon as it is read, and whether
  /// items that were read while they were shown as unread are not any more.
  case performed(notice: String?, revealing: Item.ID? = nil, isSettled: Bool = false)
}

/// How something ended.
public enum ItemListOutcome: Equatable, Sendable {
  /// It was done; there may be something to say.
  case done(notice: String?)
  /// It failed: why, as a clause; nil where it was given up; what to do where that is about no server.
  case failed(String?, advice: String? = nil)
}
