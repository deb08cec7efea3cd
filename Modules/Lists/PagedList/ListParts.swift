public import Essentials

/// Growing lists that one store holds, read together or one by one, such as the entries of all feeds.
public struct ListParts<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Returns the store of a part. Numbers of parts begin with 1, and are less than two million.
  public var store: @Sendable (_ part: Int) -> ListStore<Item>
  /// Returns a reader of some parts together, or of all.
  public var reader: @Sendable (_ parts: [Int]?) -> ListReader<Listed<Item>>
  /// Returns the part of an item; nil if it is not listed.
  /// - Throws: `DatabaseError` or `CancellationError`.
  public var part: @Sendable (_ id: Item.ID) async throws -> Int?
  /// Returns the numbers of the items of each part. An empty part may be missing.
  /// - Throws: `DatabaseError` or `CancellationError`.
  public var counts: @Sendable (_ now: Date) async throws -> [Int: PartCounts]
  /// Counts the items of a query in some parts; the number a week is unknown. Other reads do not wait for it.
  /// - Throws: `DatabaseError` or `CancellationError`.
  public var numbers: @Sendable (_ parts: [Int], _ query: ListQuery) async throws -> PartCounts

  /// Tells which parts are in use. An item that has the same content as one of a part in use is a duplicate, and is
  /// hidden. Of several, one of a subordinate part is shown only if all are.
  /// - Throws: `DatabaseError` or `CancellationError`; nothing is changed then.
  public var setUsed: @Sendable (_ parts: [Int], _ subordinate: Set<Int>) async throws -> Void = { _, _ in }
  /// Returns the items with the same content as some, in other parts that are in use. Items without any are missing.
  /// - Throws: `DatabaseError` or `CancellationError`.
  public var others: @Sendable (_ ids: [Item.ID]) async throws -> [Item.ID: [Listed<Item>]] = { _ in [:] }
  /// Returns the pending reads: items that were read, or are unread again, because others with the same content are,
  /// and whose flags are not in the store of flags yet.
  /// - Throws: `DatabaseError` or `CancellationError`.
  public var sharedReads: @Sendable () async throws -> SharedReads<Item.ID> = { SharedReads() }
  /// Removes the pending reads up to a number, which are in the store of flags now.
  /// - Throws: `DatabaseError` or `CancellationError`.
  public var dropSharedReads: @Sendable (_ number: Int64) async throws -> Void = { _ in }

  public init(
    store: @escaping @Sendable (_ part: Int) -> ListStore<Item>,
    reader: @escaping @Sendable (_ parts: [Int]?) -> ListReader<Listed<Item>>,
    part: @escaping @Sendable (_ id: Item.ID) async throws -> Int?,
    counts: @escaping @Sendable (_ now: Date) async throws -> [Int: PartCounts],
    numbers: @escaping @Sendable (_ parts: [Int], _ query: ListQuery) async throws -> PartCounts
  ) {
    self.store = store
    self.reader = reader
    self.part = part
    self.counts = counts
    self.numbers = numbers
  }
}

/// Items that were read, or are unread again, because others with the same content are.
public struct SharedReads<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The items that were read.
  public var read: [ID]
  /// The items that are unread.
  public var unread: [ID]
  /// The number of the last change among them.
  public var number: Int64

  public init(read: [ID] = [], unread: [ID] = [], number: Int64 = 0) {
    self.read = read
    self.unread = unread
    self.number = number
  }
}

/// The numbers of the items of a part.
public struct PartCounts: Hashable, Sendable {
  /// The number of items.
  public var total: Int
  /// The number of unread items.
  public var unread: Int
  /// The date of the newest item.
  public var newest: Date?
  /// The number of items a week, over the last three months at most; nil if no item has a date.
  public var perWeek: Double?

  public init(total: Int = 0, unread: Int = 0, newest: Date? = nil, perWeek: Double? = nil) {
    self.total = total
    self.unread = unread
    self.newest = newest
    self.perWeek = perWeek
  }
}
