public import Essentials
public import FlagsStore
public import Observed

/// Reads a list that is saved, by queries. Rows count from zero, in the order of the query.
///
/// The errors are `DatabaseError` and `CancellationError`.
public struct ListReader<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Returns up to `before` items before an anchor, the item at the anchor, and up to `after` behind it, at one moment.
  public var window:
    @Sendable (_ query: ListQuery, _ anchor: ListAnchor<Item.ID>, _ before: Int, _ after: Int) async throws
      -> ListWindow<Item>
  /// Returns the number of items of a query.
  public var count: @Sendable (_ query: ListQuery) async throws -> Int
  /// Returns the items at some places, in the order of the places; those that are gone are missing.
  public var items: @Sendable (_ rowKeys: [RowKey]) async throws -> [Item]
  /// Returns the flags of some items; one that is missing has none.
  public var flags: @Sendable (_ ids: [Item.ID]) async throws -> [Item.ID: ItemFlags]
  /// Returns the places of all saved items of a query, in its order, in portions: the first comes within a frame's time,
  /// whether it holds anything or not.
  public var search: @Sendable (_ query: ListQuery) -> AsyncThrowingStream<[RowKey], any Error>
  /// Returns the identities of all items of a query, in portions, in no order.
  public var ids: @Sendable (_ query: ListQuery) -> AsyncThrowingStream<[Item.ID], any Error>
  /// Prepares reading a long list in other orders, which is slow until then. For when nothing else is to be done.
  public var prepare: @Sendable () async throws -> Void
  /// Signals that something saved may have changed, here or in another process.
  public var changes: ChangeSignal

  public init(
    window:
      @escaping @Sendable (_ query: ListQuery, _ anchor: ListAnchor<Item.ID>, _ before: Int, _ after: Int) async throws
      -> ListWindow<Item>,
    count: @escaping @Sendable (_ query: ListQuery) async throws -> Int,
    items: @escaping @Sendable (_ rowKeys: [RowKey]) async throws -> [Item],
    flags: @escaping @Sendable (_ ids: [Item.ID]) async throws -> [Item.ID: ItemFlags],
    search: @escaping @Sendable (_ query: ListQuery) -> AsyncThrowingStream<[RowKey], any Error>,
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
  /// A row, or the last where the list is shorter.
  case row(Int)
  /// The item of an identity, wherever it stands now; where it is gone, a row.
  case item(ID, orRow: Int)
}

/// Some items of a list, and the extent of the whole, at one moment.
public struct ListWindow<Item: Sendable>: Sendable {
  /// The items, one after the other.
  public var items: [Item]
  /// The row of the first of them.
  public var first: Int
  /// The row of the anchor; 0 in an empty list.
  public var anchor: Int
  /// The number of items of the query.
  public var count: Int
  /// Whether the whole list is saved, as far as the server has told.
  public var isComplete: Bool
  /// The date when the server last gave the first page; nil where it never has.
  public var fetchedAt: Date?
  /// The version of the flags that the query saw.
  public var flags: FlagsVersion
  /// The number of the last arrival that the query saw; nil where arrivals have no numbers.
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

/// An element of a list: an item, where it is saved, with its flags.
public struct Listed<Item: Identifiable & Sendable>: Identifiable, Sendable where Item.ID: Sendable {
  /// The identity of the item.
  public var id: Item.ID
  /// The item; nil where it is bookmarked and not saved.
  public var item: Item?
  /// Its flags.
  public var flags: ItemFlags
  /// The date when it came to a list that was known already; nil where it was there before.
  public var arrivedAt: Date?

  public init(id: Item.ID, item: Item?, flags: ItemFlags = ItemFlags(), arrivedAt: Date? = nil) {
    self.id = id
    self.item = item
    self.flags = flags
    self.arrivedAt = arrivedAt
  }
}

extension Listed: Equatable where Item: Equatable {}

extension ListReader {
  /// Returns the same list of other items, which have the same identities.
  /// - Parameter transform: makes as many others of some items, in the same order.
  public func map<Other: Identifiable & Sendable>(
    _ transform: @escaping @Sendable ([Item]) async throws -> [Other]
  ) -> ListReader<Other> where Other.ID == Item.ID {
    ListReader<Other>(
      window: { query, anchor, before, after in
        let window = try await window(query, anchor, before, after)
        return ListWindow(
          try await transform(window.items), first: window.first, anchor: window.anchor, count: window.count,
          isComplete: window.isComplete, fetchedAt: window.fetchedAt, flags: window.flags, arrival: window.arrival)
      }, count: count, items: { try await transform(items($0)) }, flags: flags, search: search, ids: ids,
      prepare: prepare,
      changes: changes)
  }

  /// Fails at every endpoint; nothing ever changes.
  public static func failing(_ error: any Error) -> Self {
    Self(
      window: { _, _, _, _ in throw error }, count: { _ in throw error }, items: { _ in throw error },
      flags: { _ in throw error },
      search: { _ in AsyncThrowingStream { $0.finish(throwing: error) } },
      ids: { _ in AsyncThrowingStream { $0.finish(throwing: error) } }, prepare: { throw error }, changes: .none)
  }
}
