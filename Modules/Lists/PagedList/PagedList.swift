// A list of any length: reads its saved items, and loads it from a server page by page.

public import CachedResource
import Essentials

/// A server's list of any length: reads its saved items and loads new ones. Loading writes to the store, and the
/// reader's change signal reports that.
public struct PagedList<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The reader of the saved items.
  public var reader: ListReader<Item>
  /// Asks the server for the first page. Later pages are revalidated when `load` reaches them.
  /// - Throws: `NetworkClient.Error` or `CancellationError`; the saved items are unchanged then.
  public var refresh: @Sendable () async throws -> Refreshed
  /// Refreshes without a request of the user, such as after a failure. If nil, `refresh` is used.
  /// - Throws: `NetworkClient.Error` or `CancellationError`; the saved items are unchanged then.
  public var retry: (@Sendable () async throws -> Refreshed)?
  /// Asks the server for the data that bookmarked items still need to be read offline.
  /// - Throws: `NetworkClient.Error` or `CancellationError`.
  public var refreshBookmarked: @Sendable () async throws -> Void = {}
  /// Asks the server for the pages that hold the given rows, unless they were requested since the last `refresh`. If
  /// the rows reach beyond the last saved page, it asks for the pages behind that one too, usually six at most.
  /// Concurrent calls for the same page share one request. After a failure the server is not asked again until the next
  /// `refresh`. For a query that differs from the server's own list, only pages behind the last saved row are
  /// requested.
  /// - Throws: `NetworkClient.Error` or `CancellationError`; the saved items are unchanged then.
  public var load: @Sendable (_ query: ListQuery, _ rows: Range<Int>) async throws -> Refreshed
  /// Loads all pages behind the last saved item. Each element is the number of items saved so far. Cancelling the
  /// stream stops the loading; pages that have arrived stay saved.
  public var loadRest: @Sendable () -> AsyncThrowingStream<Int, any Error>
  /// Returns the list page by page. Each page is the server's latest, or the cached copy if the server fails. No item
  /// comes twice. Items that the server no longer lists leave the list when the end is reached; bookmarked ones stay
  /// saved. With a limit, only the pages that hold the first `limit` items are requested. Without flags, all items have
  /// empty flags and the flags are not read.
  /// - Throws: `NoCachedCopy` if neither the server nor the store has the page, `DatabaseError` if the flags cannot be
  ///   read, or `CancellationError`.
  public var walk: @Sendable (_ limit: Int?, _ withFlags: Bool) -> AsyncThrowingStream<Loaded<[Item]>, any Error>
  /// Requests the first page ahead of the first `refresh`, and returns when the request has ended. The next `refresh`
  /// takes its answer, also while it is still in flight, but not an earlier failure.
  public var prewarm: @Sendable () async -> Void

  public init(
    reader: ListReader<Item>, refresh: @escaping @Sendable () async throws -> Refreshed,
    load: @escaping @Sendable (_ query: ListQuery, _ rows: Range<Int>) async throws -> Refreshed,
    loadRest: @escaping @Sendable () -> AsyncThrowingStream<Int, any Error>,
    walk:
      @escaping @Sendable (_ limit: Int?, _ withFlags: Bool) -> AsyncThrowingStream<Loaded<[Item]>, any Error>,
    prewarm: @escaping @Sendable () async -> Void
  ) {
    self.reader = reader
    self.refresh = refresh
    self.load = load
    self.loadRest = loadRest
    self.walk = walk
    self.prewarm = prewarm
  }
}

extension PagedList {
  /// Returns the whole list, page by page, with flags.
  public func pages() -> AsyncThrowingStream<Loaded<[Item]>, any Error> { walk(nil, true) }

  /// Returns the saved bookmarked items in pages, newest bookmark first. They count as the server's latest, because
  /// bookmarks exist only here.
  public func bookmarkedPages() -> AsyncThrowingStream<Loaded<[Item]>, any Error> {
    savedPages(ListQuery(scope: .bookmarked))
  }

  /// Returns the saved items in pages, with the hidden ones, once the list was loaded for its first item as in `walk`.
  public func pagesWithHidden() -> AsyncThrowingStream<Loaded<[Item]>, any Error> {
    .pulling {
      (rows: savedPages(ListQuery(showsHidden: true)), provenance: Loaded<[Item]>?.none)
    } _: { state in
      if state.provenance == nil {
        for try await page in walk(1, false) { state.provenance = state.provenance ?? page.map { _ in [] } }
      }
      guard let page = try await state.rows.nextElement() else { return nil }
      return state.provenance?.map { _ in page.value } ?? page
    }
  }

  private func savedPages(_ query: ListQuery) -> AsyncThrowingStream<Loaded<[Item]>, any Error> {
    .pulling { [reader] in
      ListPortions(reader, query)
    } _: { portions in
      try await portions.next(100).map { Loaded($0.items, from: .server, fetchedAt: .distantPast) }
    }
  }
}

extension PagedList {
  /// Returns the same list with transformed items that have the same identities.
  /// - Parameter transform: Converts some items to as many others, in the same order.
  public func map<Other: Identifiable & Sendable>(
    _ transform: @escaping @Sendable ([Item]) async throws -> [Other]
  ) -> PagedList<Other> where Other.ID == Item.ID {
    var list = PagedList<Other>(
      reader: reader.map(transform), refresh: refresh, load: load, loadRest: loadRest,
      walk: { walk($0, $1).mapItems(transform) }, prewarm: prewarm)
    list.retry = retry
    list.refreshBookmarked = refreshBookmarked
    return list
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// Returns the same pages with transformed items.
  func mapItems<Item: Sendable, Other: Sendable>(
    _ transform: @escaping @Sendable ([Item]) async throws -> [Other]
  ) -> AsyncThrowingStream<Loaded<[Other]>, any Error> where Element == Loaded<[Item]> {
    .pulling {
      self
    } _: { pages in
      guard let page = try await pages.nextElement() else { return nil }
      let others = try await transform(page.value)
      return page.map { _ in others }
    }
  }
}

/// The warnings of a request that has succeeded, and the numbers of its items.
public struct Refreshed: Sendable {
  /// Something to be said once about the answer: a `LinkFailure`, after which the list ends unless its next page was known
  /// before; the `UnreadableItems` that were left out; or a `PageNotice`.
  public var warning: (any Error)?
  /// The error because of which some items are placeholders; they may load later.
  public var itemFailure: (any Error)?
  /// The number of items saved in the list after it; nil if another request has taken its place.
  public var count: Int?
  /// The number of them that it added, to a list that only grows.
  public var growth = 0

  public init(warning: (any Error)? = nil) { self.warning = warning }
}

extension PagedList {
  /// Returns a list that is complete, as if a server had just sent it.
  /// - Parameter reader: The reader of its items.
  public static func inMemory(_ reader: ListReader<Item>) -> Self {
    Self(
      reader: reader, refresh: { Refreshed() }, load: { _, _ in Refreshed() },
      loadRest: { AsyncThrowingStream { $0.finish() } },
      walk: { _, _ in
        .once {
          let items = try await reader.window(ListQuery(), .row(0), 0, .max).items
          return Loaded(items, from: .server, fetchedAt: .distantPast)
        }
      }, prewarm: {})
  }

  /// Returns a list that has no saved items and fails to load any.
  public static func failing(_ error: any Error) -> Self {
    var reader = ListReader<Item>.failing(error)
    reader.window = { _, _, _, _ in ListWindow([], count: 0, isComplete: false) }
    reader.count = { _ in 0 }
    var list = inMemory(reader)
    list.refresh = { throw error }
    list.load = { _, _ in throw error }
    list.loadRest = { AsyncThrowingStream { $0.finish(throwing: error) } }
    list.walk = { _, _ in AsyncThrowingStream { $0.finish(throwing: error) } }
    return list
  }
}
