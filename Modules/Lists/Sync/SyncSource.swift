public import Essentials
public import Observed
public import PagedList

/// A list that can be downloaded, with what belongs to its items.
public struct SyncSource<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The server's list.
  public var list: PagedList<Item>
  /// Saves what belongs to the items; nil where nothing does.
  public var download: OfflineDownload<Item.ID>?
  /// Returns the name of an item that failed: "post 5".
  public var name: @Sendable (_ item: Item) -> String
  /// Returns when an item was published, where that is known.
  public var date: @Sendable (_ item: Item) -> Date?
  /// Whether an item is bookmarked.
  public var isBookmarked: @Sendable (_ item: Item) -> Bool
  /// Returns why the list does not have an item that it names.
  public var failure: @Sendable (_ item: Item) -> (any Error)?
  /// Returns the approximate length of the list, as far as its first item tells.
  public var expected: @Sendable (_ first: Item) -> Int?
  /// Whether all items are downloaded, or only those that are bookmarked.
  public var wantsAll: Bool
  /// Returns why nothing can be saved; nil while it can.
  public var cacheFailure: @Sendable () -> (any Error)?

  public init(
    list: PagedList<Item>, download: OfflineDownload<Item.ID>? = nil,
    name: @escaping @Sendable (_ item: Item) -> String,
    date: @escaping @Sendable (_ item: Item) -> Date? = { _ in nil },
    isBookmarked: @escaping @Sendable (_ item: Item) -> Bool = { _ in false },
    failure: @escaping @Sendable (_ item: Item) -> (any Error)? = { _ in nil },
    expected: @escaping @Sendable (_ first: Item) -> Int? = { _ in nil }, wantsAll: Bool = true,
    cacheFailure: @escaping @Sendable () -> (any Error)? = { nil }
  ) {
    self.list = list
    self.download = download
    self.name = name
    self.date = date
    self.isBookmarked = isBookmarked
    self.failure = failure
    self.expected = expected
    self.wantsAll = wantsAll
    self.cacheFailure = cacheFailure
  }

  /// Downloads the list, because titles and texts are worth most and cost least; then what belongs to the items: what is
  /// missing, and then the latest of what earlier runs saved. One item that fails does not keep the others away. When the
  /// task is cancelled, everything until then is saved, and the next run begins with what is missing.
  /// - Parameters:
  ///   - tally: Says how far the run is, and what came of it.
  ///   - workers: The number of items that are downloaded at a time.
  ///   - patience: The number of failures in a row after which nothing more is asked for: the rest would fail as well.
  ///   - now: Returns the date that copies are saved with.
  public func sync(
    _ options: SyncOptions, _ tally: Observed<SyncTally>, workers: Int = 6, patience: Int = 24, now: () -> Date
  ) async {
    let run = SyncRun(source: self, options: options, tally: tally, workers: workers, patience: patience, start: now())
    await run.run()
  }
}

/// A choice among the items of a list.
public struct SyncOptions: Hashable, Sendable {
  /// How many items from the beginning of the list; nil for all.
  public var limit: Int?
  /// Of items with an earlier date, only what the list has; nil for everything.
  public var since: Date?
  /// Whether the pictures of all items are downloaded, or only of those that are bookmarked.
  public var allPictures: Bool

  public init(limit: Int? = nil, since: Date? = nil, allPictures: Bool = false) {
    self.limit = limit
    self.since = since
    self.allPictures = allPictures
  }
}
