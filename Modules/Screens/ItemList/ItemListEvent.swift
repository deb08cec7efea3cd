public import Essentials
public import PagedList

/// The outcome of an effect.
public enum ItemListEvent<Item: ListItem>: Sendable where Item.ID: Sendable {
  /// Cached data has changed.
  case changed
  /// Rows around the selection.
  case read(ListWindow<Item>, ItemListRead<Item.ID>)
  /// The rows could not be read; without a failure if the read was cancelled.
  case notRead(ItemListFailure?, number: Int)
  /// Rows that a search found.
  case readFound([Item], number: Int)
  /// A portion of a search's matches. The first one comes with the items of its first rows.
  case found([RowKey], items: [Item], number: Int)
  /// The end of a search; with a failure if it failed, and without if it is complete or was cancelled.
  case searched(ItemListFailure?, number: Int)
  /// The result of a repeated search: all matches, the row of the item or the nearest one, and the rows around it.
  case foundAgain(Matches, row: Int, ItemRows<Item>, number: Int)
  /// The time to retry a failed request has come.
  case retry
  /// The server has not answered for a moment (`ScreenEnvironment.pause`).
  case slow(number: Int)
  /// The outcome of a refresh, and its date.
  case refreshed(ItemListOutcome, number: Int, at: Date)
  /// The outcome of loading some rows.
  case loaded(ItemListOutcome, number: Int)
  /// The number of cached rows after another page of the rest was loaded.
  case loadedRest(count: Int, number: Int)
  /// The outcome of loading the rest.
  case endedRest(ItemListOutcome, number: Int)
  /// The spinner turned.
  case turned(tick: Int, number: Int)
  /// The outcome of a command, or a notice while it runs.
  case performed(CommandOutcome<Item.ID>)
}

/// The outcome of a request to the server.
public enum ItemListOutcome: Equatable, Sendable {
  /// The request succeeded, perhaps with a notice.
  case done(notice: String?)
  /// The request failed, or was cancelled: then there is no failure.
  case failed(ItemListFailure?)
}

/// The outcome of a command.
public struct CommandOutcome<ID: Sendable>: Sendable {
  /// The notice: "Copied."; nil for none.
  public var notice: String?
  /// The item to select as soon as it is read; nil for none.
  public var revealed: ID?

  public init(_ notice: String?, revealing item: ID? = nil) {
    self.notice = notice
    revealed = item
  }
}

extension ItemListState {
  /// Applies an event, and returns the effects to perform. An event with the number of an effect that has been replaced
  /// since is ignored.
  public mutating func receive(_ event: ItemListEvent<Item>) -> [ItemListEffect<Item>] {
    switch event {
    case .changed: return readAgain() + searchAgain()
    case .read(let window, let read): return receive(window, read)
    case .notRead(let failure, let number): return receiveNoWindow(failure, number: number)
    case .readFound(let items, let number): return receiveFoundRows(items, number: number)
    case .found(let rowKeys, let items, let number): return receiveFound(rowKeys, items, number: number)
    case .searched(let failure, let number): return receiveEndOfSearch(failure, number: number)
    case .foundAgain(let matches, let row, let rows, let number):
      return receiveFoundAgain(matches, row: row, rows, number: number)
    case .retry: return retry()
    case .slow(let number):
      if number == refreshing?.number { refreshing?.isSlow = true }
      return []
    case .refreshed(let outcome, let number, let date): return receiveRefreshed(outcome, number: number, at: date)
    case .loaded(let outcome, let number): return receiveLoaded(outcome, number: number)
    case .loadedRest(let count, let number): return receiveRest(count: count, number: number)
    case .endedRest(let outcome, let number): return receiveEndOfRest(outcome, number: number)
    case .turned(let tick, let number):
      if number == spinner?.number { spinner?.tick = tick }
      return []
    case .performed(let outcome):
      notice = outcome.notice
      return outcome.revealed.map { reveal($0) } ?? []
    }
  }
}
