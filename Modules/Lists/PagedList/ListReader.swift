public import Essentials
public import FlagsStore
public import Observed

/// Reads a saved list by queries. Row numbers start at zero, in the order of the query.
///
/// The errors are `DatabaseError` and `CancellationError`.
public struct ListReader<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Returns up to `before` items before an anchor, the item at the anchor, and up to `after` items behind it, all from
  /// one transaction.
  public var window:
    @Sendable (_ query: ListQuery, _ anchor: ListAnchor<Item.ID>, _ before: Int, _ after: Int) async throws
      -> ListWindow<Item>
  /// Returns the number of items of a query.
  public var count: @Sendable (_ query: ListQuery) async throws -> Int
  /// Returns the items with some row keys, in the order of the keys; deleted items are missing.
  public var items: @Sendable (_ rowKeys: [RowKey]) async throws -> [Item]
  /// Returns the flags of some items; an item without flags is missing.
  public var flags: @Sendable (_ ids: [Item.ID]) async throws -> [Item.ID: ItemFlags]
  /// Returns the row keys of the saved items of a query, in its order, in portions. The first portions are small, so
  /// that a screen can show them early. With a row key, which must be that of a match, the rows before it are skipped.
  public var search: @Sendable (_ query: ListQuery, _ start: RowKey?) -> AsyncThrowingStream<[RowKey], any Error>
  /// Returns the identities of all items of a query, in portions, in no particular order.
  public var ids: @Sendable (_ query: ListQuery) -> AsyncThrowingStream<[Item.ID], any Error>
  /// Prepares a long list for reading it in other orders, which is slow until then. Call it when nothing else is going
  /// on.
  public var prepare: @Sendable () async throws -> Void
  /// Signals that saved data may have changed, here or in another process.
  public var changes: ChangeSignal
  /// Whether the list is all that is stored, and not a part of it.
  public var coversStore = true

  public init(
    window:
      @escaping @Sendable (_ query: ListQuery, _ anchor: ListAnchor<Item.ID>, _ before: Int, _ after: Int) async throws
      -> ListWindow<Item>,
    count: @escaping @Sendable (_ query: ListQuery) async throws -> Int,
    items: @escaping @Sendable (_ rowKeys: [RowKey]) async throws -> [Item],
    flags: @escaping @Sendable (_ ids: [Item.ID]) async throws -> [Item.ID: ItemFlags],
    search: @escaping @Sendable (_ query: ListQuery, _ start: RowKey?) -> AsyncThrowingStream<[RowKey], any Error>,
    ids: @escaping @Sendable (_ query: ListQuery) -> AsyncThrowingStream<[Item.ID], any Error>,
    prepare: @escaping @Sendable () async throws -> Void = {}, changes: ChangeSignal
  ) {
    self.window = window
    self.count = count
    self.items = items
    self.flags = flags
    self.search = search
    self.ids = ids
    self.prepare = prepare
    self.changes = changes
  }
}

/// A row or an item that a window is laid around.
public enum ListAnchor<ID: Hashable & Sendable>: Hashable, Sendable {
  /// A row number; the last row if the list is shorter.
  case row(Int)
  /// The row of an item, wherever it is now, or of the first one after it in the order if the query leaves it out; a row
  /// number if the item is gone.
  case item(ID, orRow: Int)
}

/// Consecutive rows of a list, and the extent of the whole list, read in one transaction.
public struct ListWindow<Item: Sendable>: Sendable {
  /// The items of the rows, in order.
  public var items: [Item]
  /// The row number of the first item.
  public var first: Int
  /// The row number of the anchor; 0 in an empty list.
  public var anchor: Int
  /// The number of items of the query.
  public var count: Int
  /// Whether all items that the server lists are saved.
  public var isComplete: Bool
  /// The date when the server last sent the first page; nil if it never has.
  public var fetchedAt: Date?
  /// The version of the flags that the query used.
  public var flags: FlagsVersion
  /// The number of the newest arrival that the query could see; nil if arrivals have no numbers.
  public var arrival: Int64?

  public init(
    _ items: [Item], first: Int = 0, anchor: Int = 0, count: Int, isComplete: Bool, fetchedAt: Date? = nil,
    flags: FlagsVersion = .none, arrival: Int64? = nil
  ) {
    self.items = items
    self.first = first
    self.anchor = anchor
    self.count = count
    self.isComplete = isComplete
    self.fetchedAt = fetchedAt
    self.flags = flags
    self.arrival = arrival
  }
}

/// An element of a list: an item, if it is saved, with its flags.
public struct Listed<Item: Identifiable & Sendable>: Identifiable, Sendable where Item.ID: Sendable {
  /// The identity of the item.
  public var id: Item.ID
  /// The item; nil if it is bookmarked but not saved.
  public var item: Item?
  /// The flags of the item.
  public var flags: ItemFlags
  /// The number of its part, in a list of several.
  public var part: Int

  public init(id: Item.ID, item: Item?, flags: ItemFlags = ItemFlags(), part: Int = 0) {
    self.id = id
    self.item = item
    self.flags = flags
    self.part = part
  }
}

extension Listed: Equatable where Item: Equatable {}

extension ListReader {
  /// Returns the same list with transformed items that have the same identities.
  /// - Parameter transform: Converts some items to as many others, in the same order.
  public func map<Other: Identifiable & Sendable>(
    _ transform: @escaping @Sendable ([Item]) async throws -> [Other]
  ) -> ListReader<Other> where Other.ID == Item.ID {
    var reader = ListReader<Other>(
      window: { query, anchor, before, after in
        let window = try await window(query, anchor, before, after)
        return ListWindow(
          try await transform(window.items), first: window.first, anchor: window.anchor, count: window.count,
          isComplete: window.isComplete, fetchedAt: window.fetchedAt, flags: window.flags, arrival: window.arrival)
      }, count: count, items: { try await transform(items($0)) }, flags: flags, search: search, ids: ids,
      prepare: prepare,
      changes: changes)
    reader.coversStore = coversStore
    return reader
  }

  /// Returns a reader whose endpoints all fail and that never signals a change.
  public static func failing(_ error: any Error) -> Self {
    Self(
      window: { _, _, _, _ in throw error }, count: { _ in throw error }, items: { _ in throw error },
      flags: { _ in throw error },
      search: { _, _ in AsyncThrowingStream { $0.finish(throwing: error) } },
      ids: { _ in AsyncThrowingStream { $0.finish(throwing: error) } }, prepare: { throw error }, changes: .none)
  }
}

/// The rows of a query, read in portions, each of which begins behind the last item read. Items that are added or removed
/// meanwhile change nothing about the others: none comes twice, and none is left out. Only the last row may come again,
/// if the list shrinks to less than what was read before.
public struct ListPortions<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  private let reader: ListReader<Item>
  private let query: ListQuery
  /// The identities of the portion before; nil before the first.
  private var last: [Item.ID]?
  /// The row number behind the portion before.
  private var row = 0

  /// Creates the portions of a query, of which none has been read.
  public init(_ reader: ListReader<Item>, _ query: ListQuery) {
    self.reader = reader
    self.query = query
  }

  /// Returns the next rows, at most `size`; nil behind the last one. An empty list has one portion without rows.
  public mutating func next(_ size: Int) async throws -> ListWindow<Item>? {
    guard let before = last else { return note(try await reader.window(query, .row(0), 0, size - 1)) }
    guard let end = before.last else { return nil }
    // The anchor is the last item, the one behind it if it is gone, or the last row if nothing is behind it.
    var window = try await reader.window(query, .item(end, orRow: row - 1), 0, size)
    let known = window.items.prefix { before.contains($0.id) }.count
    window.items = Array(window.items.dropFirst(known).prefix(size))
    window.first = window.anchor + known
    return window.items.isEmpty ? nil : note(window)
  }

  private mutating func note(_ window: ListWindow<Item>) -> ListWindow<Item> {
    last = window.items.map { $0.id }
    row = window.first + window.items.count
    return window
  }
}
