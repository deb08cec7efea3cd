public import Essentials
public import ItemsLoader
public import Observed

/// What a server lists, of any length. The items are read from what is kept, a few at a time; loading asks the server
/// and changes what is kept; `changes` tells that it has changed.
///
/// Rows count from zero, in the server's order. A place names where an item is kept; it is found by `search`.
public struct Feed<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Up to `before` items before an anchor, the item at the anchor, and up to `after` behind it, at one moment.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public var window: @Sendable (_ anchor: Anchor, _ before: Int, _ after: Int) async throws -> Window
  /// The items at some places, in the order of the places; those that are gone are missing.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public var items: @Sendable (_ places: [Place]) async throws -> [Item]
  /// The places of all kept items whose text holds a query, in the order of the rows, portion by portion: the first
  /// portion comes within a frame's time, whether it holds anything or not.
  public var search: @Sendable (_ query: String) -> AsyncThrowingStream<[Place], any Error>
  /// The same as `search` for queries that may also stand in the whole text of an item. Where items have no other text,
  /// it finds what `search` finds.
  public var searchTexts: @Sendable (_ query: String) -> AsyncThrowingStream<[Place], any Error>
  /// The items there are, without their content, in an order, portion by portion.
  public var keys: @Sendable (_ order: FeedOrder) -> AsyncThrowingStream<[FeedKey<Item.ID>], any Error>
  /// The places of those of some items that are listed.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public var places: @Sendable (_ ids: [Item.ID]) async throws -> [Item.ID: Place]
  /// At most `limit` of the items that came to the list after a date, in no order: the server has put them in front of
  /// others that were listed, or behind the end of a list that was known to its end. What was loaded for the first time
  /// further down, and what had been away for a while, is not among them.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public var arrivals: @Sendable (_ date: Date, _ limit: Int) async throws -> [Item.ID] = { _, _ in [] }
  /// Tells that something kept may have changed, here or in another process.
  public var changes: ChangeSignal

  /// Asks the server for the latest from the beginning. Further pages are asked for anew when `load` comes to them.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`; what is kept is as it was.
  public var refresh: @Sendable () async throws -> Refreshed
  /// Asks the server for the pages that hold these rows, unless they were asked for since the last `refresh`, and for
  /// those behind the last kept one as far as the rows reach, at most six. Several calls for the same page are one request.
  /// After a failure the server is not asked again until the next `refresh`.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`; what is kept is as it was.
  public var load: @Sendable (_ rows: Range<Int>) async throws -> Refreshed
  /// Loads everything behind the last kept item; each element is how many items are kept by then. Giving up the stream
  /// stops the loading; what came until then is kept.
  public var loadRest: @Sendable () -> AsyncThrowingStream<Int, any Error>
  /// The whole list, page by page, each page the server's latest, or what is kept when that fails; no item twice. What
  /// the server no longer lists is forgotten when the end is reached.
  /// - Throws: `NothingKept` where neither has anything, or `CancellationError`.
  public var walk: @Sendable () -> AsyncThrowingStream<LoadResult<[Item]>, any Error> {
    didSet { walkFirst = { [walk] _, _ in walk() } }
  }
  /// The same walk for those who want no more than the first items: no page is asked for that none of them is on. Whoever
  /// does not look at the reader's marks gets items without any, and nothing is read to find them. Setting `walk` sets
  /// this, too.
  public var walkFirst:
    @Sendable (_ limit: Int?, _ withMarks: Bool) -> AsyncThrowingStream<LoadResult<[Item]>, any Error>
  /// Asks for the first page before anybody wants it, and returns when that is over. The next `refresh` gets that very
  /// answer, as soon as it is there, but no failure from before it wanted one.
  public var prewarm: @Sendable () async -> Void
  /// Lets go of what is shown only because it was there when the reader looked: what was read since, in a list of what is
  /// unread.
  public var settle: @Sendable () async -> Void = {}

  public init(
    window: @escaping @Sendable (_ anchor: Anchor, _ before: Int, _ after: Int) async throws -> Window,
    items: @escaping @Sendable (_ places: [Place]) async throws -> [Item],
    search: @escaping @Sendable (_ query: String) -> AsyncThrowingStream<[Place], any Error>,
    keys: @escaping @Sendable (_ order: FeedOrder) -> AsyncThrowingStream<[FeedKey<Item.ID>], any Error>,
    places: @escaping @Sendable (_ ids: [Item.ID]) async throws -> [Item.ID: Place],
    changes: ChangeSignal,
    refresh: @escaping @Sendable () async throws -> Refreshed,
    load: @escaping @Sendable (_ rows: Range<Int>) async throws -> Refreshed,
    loadRest: @escaping @Sendable () -> AsyncThrowingStream<Int, any Error>,
    walk: @escaping @Sendable () -> AsyncThrowingStream<LoadResult<[Item]>, any Error>,
    prewarm: @escaping @Sendable () async -> Void
  ) {
    self.window = window
    self.items = items
    self.search = search
    searchTexts = search
    self.keys = keys
    self.places = places
    self.changes = changes
    self.refresh = refresh
    self.load = load
    self.loadRest = loadRest
    self.walk = walk
    walkFirst = { _, _ in walk() }
    self.prewarm = prewarm
  }
}
