public import Essentials
public import Feed

/// Items of one kind, and what there is to know of them for getting them all.
public struct SyncSource<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// What the server lists.
  public var feed: Feed<Item>
  /// What belongs to an item and is not in the list, wanted of bookmarked items whatever the options say; nil where nothing
  /// does.
  public var parts: SyncParts<Item.ID>?
  /// What an item is called where it failed: "post 5".
  public var name: @Sendable (_ item: Item) -> String
  /// When it was published, where that is known.
  public var date: @Sendable (_ item: Item) -> Date?
  /// Whether it is bookmarked.
  public var isBookmarked: @Sendable (_ item: Item) -> Bool
  /// Why the item itself could not be had, where that is what the list says of it.
  public var failure: @Sendable (_ item: Item) -> (any Error)?
  /// How many items there will be about, as far as the first tells.
  public var expected: @Sendable (_ first: Item) -> Int?
  /// Whether the parts of all items are wanted, or only of those that are bookmarked.
  public var wantsAll: @Sendable (_ options: SyncOptions) -> Bool
  /// Why nothing can be saved; nil while it can.
  public var cacheFailure: @Sendable () -> (any Error)?

  public init(
    feed: Feed<Item>, parts: SyncParts<Item.ID>? = nil,
    name: @escaping @Sendable (_ item: Item) -> String,
    date: @escaping @Sendable (_ item: Item) -> Date? = { _ in nil },
    isBookmarked: @escaping @Sendable (_ item: Item) -> Bool,
    failure: @escaping @Sendable (_ item: Item) -> (any Error)? = { _ in nil },
    expected: @escaping @Sendable (_ first: Item) -> Int? = { _ in nil },
    wantsAll: @escaping @Sendable (_ options: SyncOptions) -> Bool = { _ in true },
    cacheFailure: @escaping @Sendable () -> (any Error)? = { nil }
  ) {
    (self.feed, self.parts) = (feed, parts)
    (self.name, self.date, self.isBookmarked) = (name, date, isBookmarked)
    (self.failure, self.expected, self.wantsAll) = (failure, expected, wantsAll)
    self.cacheFailure = cacheFailure
  }
}

extension SyncSource {
  /// Whether an item is so old that its parts are not wanted; one without a date is not.
  func isTooOld(_ item: Item, since: Date?) -> Bool {
    guard let since, let date = date(item) else { return false }
    return date < since
  }
}
