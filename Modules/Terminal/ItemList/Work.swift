extension ItemListState {
  /// What is under way, and what of it still counts. Everything that is asked has a number; an answer to an earlier
  /// question is recognized by it.
  struct Work: Equatable, Sendable {
    var last = 0
    var read: ItemListRead<Item.ID>?
    /// The item that is to be selected as soon as it is read.
    var revealed: Item.ID?
    /// The place where the reader was, until it is found.
    var restored: Restored?
    /// The row to select in a query that was turned to, where the selected item is not in it.
    var turnedTo: Int?
    /// Whether something has changed since that read began.
    var isStale = false
    var refresh = 0
    /// Whether the reader has asked for that.
    var isAskedFor = false
    /// The last number before the refresh was answered: a read behind it shows the latest.
    var refreshed: Int?
    var load: Load?
    var loaded: Loaded?
    /// The rows that the server has been asked for since the last refresh.
    var asked: Range<Int>?
    var rest = 0
    /// Whether the selection stays at the end while more comes.
    var followsEnd = false
    /// The last number before the end was reached.
    var restEnded: Int?
    var spinner: Int?
  }

  struct Load: Equatable, Sendable {
    var number: Int
    var refresh: Int
    var count: Int
  }

  struct Loaded: Equatable, Sendable {
    var last: Int
    var count: Int
  }

  mutating func nextNumber() -> Int {
    work.last += 1
    return work.last
  }
}
