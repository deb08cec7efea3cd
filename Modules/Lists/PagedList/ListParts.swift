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
