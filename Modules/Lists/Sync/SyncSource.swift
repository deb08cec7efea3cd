public import Essentials
public import Observed
public import PagedList

/// A list that can be downloaded together with the data of its items.
public struct SyncSource<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The server's list.
  public var list: PagedList<Item>
  /// The download of the items' data; nil if they have none.
  public var download: OfflineDownload<Item.ID>?
  /// Returns the name of an item for messages: "post 5".
  public var name: @Sendable (_ item: Item) -> String
  /// Returns the date when an item was published, if it is known.
  public var date: @Sendable (_ item: Item) -> Date?
  /// Returns whether an item is bookmarked.
  public var isBookmarked: @Sendable (_ item: Item) -> Bool
  /// Returns the error if the item is a placeholder for one that could not be loaded.
  public var failure: @Sendable (_ item: Item) -> (any Error)?
  /// Returns the approximate length of the list, if its first item tells.
  public var expected: @Sendable (_ first: Item) -> Int?
  /// Returns whether to download all items, or only the bookmarked ones, once the list is there.
  public var wantsAll: @Sendable () async -> Bool
  /// Returns the error because of which nothing can be saved; nil if there is none.
  public var cacheFailure: @Sendable () -> (any Error)?

  public init(
    list: PagedList<Item>, download: OfflineDownload<Item.ID>? = nil,
    name: @escaping @Sendable (_ item: Item) -> String,
    date: @escaping @Sendable (_ item: Item) -> Date? = { _ in nil },
    isBookmarked: @escaping @Sendable (_ item: Item) -> Bool = { _ in false },
    failure: @escaping @Sendable (_ item: Item) -> (any Error)? = { _ in nil },
    expected: @escaping @Sendable (_ first: Item) -> Int? = { _ in nil },
    wantsAll: @escaping @Sendable () async -> Bool = { true },
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

  /// Downloads the list first, because titles and texts are worth most and cost least. Then it downloads missing data
  /// of the items, and then the latest of the data that earlier runs saved. A failure of one item does not affect the
  /// others. When the task is cancelled, everything downloaded so far is saved, and the next run begins with missing
  /// data.
  /// - Parameters:
  ///   - options: The choice of items.
  ///   - tally: The progress and result of the run.
  ///   - workers: The number of items that are downloaded at a time.
  ///   - patience: The number of consecutive failures after which the run ends, because the rest would fail as well.
  ///   - now: The current date. Data that was saved earlier is from an earlier run.
  public func sync(
    _ options: SyncOptions, _ tally: Observed<SyncTally>, workers: Int = 6, patience: Int = 24, now: () -> Date
  ) async {
    let run = SyncRun(source: self, options: options, tally: tally, workers: workers, patience: patience, start: now())
    await run.run()
  }
}

/// A choice among the items of a list.
public struct SyncOptions: Hashable, Sendable {
  /// The number of items from the beginning of the list; nil for all.
  public var limit: Int?
  /// The date before which items are saved without further data; nil to save everything.
  public var since: Date?
  /// Whether to download the pictures of all items, or only of the bookmarked ones.
  public var allPictures: Bool

  public init(limit: Int? = nil, since: Date? = nil, allPictures: Bool = false) {
    self.limit = limit
    self.since = since
    self.allPictures = allPictures
  }
}
