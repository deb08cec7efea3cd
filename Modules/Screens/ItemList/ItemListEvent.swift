public import Essentials
public import PagedList

/// The outcome of an effect.
public enum ItemListEvent<Item: ListItem>: Sendable where Item.ID: Sendable {
  /// Saved data has changed.
  case changed
  /// Rows around the selection.
  case read(ListWindow<Item>, ItemListRead<Item.ID>)
  /// They could not be read; no failure if that was given up.
  case notRead(ItemListFailure?, number: Int)
  /// Rows that were found.
  case readFound([Item], number: Int)
  /// A portion of what a search found; with the first places come the items there.
  case found([RowKey], items: [Item], number: Int)
  /// A search is over, was given up, or failed.
  case searched(ItemListFailure?, number: Int)
  /// All that was found by searching again: the places, the row of the item or the nearest to it, and the rows around it.
  case foundAgain(Matches, row: Int, ItemRows<Item>, number: Int)
  /// It is time to ask again for what could not be had.
  case retry
  /// The server has not answered for a moment.
  case slow(number: Int)
  /// The server was asked for the latest.
  case refreshed(ItemListOutcome, number: Int, at: Date)
  /// The server was asked for some rows.
  case loaded(ItemListOutcome, number: Int)
  /// More of the rest is saved: so many rows in all.
  case loadedRest(count: Int, number: Int)
  /// The rest is loaded, or loading it failed.
  case endedRest(ItemListOutcome, number: Int)
  /// The spinner turned.
  case turned(tick: Int, number: Int)
  /// A command is done, or has something to say while it works.
  case performed(CommandOutcome<Item.ID>)
}

/// How asking the server ended.
public enum ItemListOutcome: Equatable, Sendable {
  /// It was done; there may be something to say.
  case done(notice: String?)
  /// It failed, or was given up: then there is no failure.
  case failed(ItemListFailure?)
}

/// The outcome of a command.
public struct CommandOutcome<ID: Sendable>: Sendable {
  /// A sentence about it: "Copied."; nil for nothing.
  public var notice: String?
  /// The item to select as soon as it is read; nil for none.
  public var revealed: ID?
  /// Whether items that were read while they were shown as unread are to go.
  public var isSettled: Bool

  public init(_ notice: String?, revealing item: ID? = nil, isSettled: Bool = false) {
    self.notice = notice
    revealed = item
    self.isSettled = isSettled
  }
}

extension ItemListState {
  /// Takes the outcome of an effect, and returns the effects that follow. An event of an effect that a newer one has
  /// replaced changes nothing.
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
    case .slow(let number): return receiveSlow(number: number)
    case .refreshed(let outcome, let number, let date): return receiveRefreshed(outcome, number: number, at: date)
    case .loaded(let outcome, let number): return receiveLoaded(outcome, number: number)
    case .loadedRest(let count, let number): return receiveRest(count: count, number: number)
    case .endedRest(let outcome, let number): return receiveEndOfRest(outcome, number: number)
    case .turned(let tick, let number): return receiveTurn(tick, number: number)
    case .performed(let outcome):
      notice = outcome.notice
      return (outcome.isSettled ? settle() : []) + (outcome.revealed.map { reveal($0) } ?? [])
    }
  }
}
