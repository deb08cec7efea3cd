// A list of any length: reading what is saved, and loading it from a server page by page.

public import CachedResource
import Essentials

/// A server's list of any length: reading what is saved of it, and loading it. Loading changes what is saved, and the
/// list signals that.
public struct PagedList<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Reads what is saved.
  public var reader: ListReader<Item>
  /// Asks the server for the latest from the beginning. Further pages are asked for anew when `load` comes to them.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`; what is saved is as it was.
  public var refresh: @Sendable () async throws -> Refreshed
  /// Asks the server for what bookmarked items lack to be read offline.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public var refreshBookmarked: @Sendable () async throws -> Void = {}
  /// Asks the server for the pages that hold these rows, unless they were asked for since the last `refresh`, and for
  /// those behind the last saved one as far as the rows reach, at most six. Several calls for the same page are one request.
  /// After a failure the server is not asked again until the next `refresh`. Of rows of another query than the server's
  /// list, only those behind its last row are asked for.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`; what is saved is as it was.
  public var load: @Sendable (_ query: ListQuery, _ rows: Range<Int>) async throws -> Refreshed
  /// Loads everything behind the last saved item; each element is how many items are saved by then. Giving up the stream
  /// stops the loading; what came until then is saved.
  public var loadRest: @Sendable () -> AsyncThrowingStream<Int, any Error>
  /// The list, page by page, each page the server's latest, or what is saved when that fails; no item twice. What
  /// the server no longer lists is removed when the end is reached. With a limit, no page is asked for that none of the
  /// first items is on. Without flags, items have none, and nothing is read to find them.
  /// - Throws: `NoCachedCopy` where neither has anything, or `CancellationError`.
  public var walk: @Sendable (_ limit: Int?, _ withFlags: Bool) -> AsyncThrowingStream<Loaded<[Item]>, any Error>
  /// Asks for the first page before anybody wants it, and returns when that is over. The next `refresh` gets that very
  /// answer, as soon as it is there, but no failure from before it wanted one.
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
  /// The whole list, page by page, with flags.
  public func pages() -> AsyncThrowingStream<Loaded<[Item]>, any Error> { walk(nil, true) }

  /// The bookmarked items as they are saved, newest bookmark first, in pages: nobody knows better which they are.
  public func bookmarkedPages() -> AsyncThrowingStream<Loaded<[Item]>, any Error> {
    let portion = 100
    return .pulling {
      0
    } _: { [reader] row in
      let window = try await reader.window(ListQuery(scope: .bookmarked), .row(row), 0, portion - 1)
      // Behind the end, the anchor is the last row there is.
      guard row == 0 || window.anchor == row else { return nil }
      row += portion
      return Loaded(window.items, from: .server, fetchedAt: .distantPast)
    }
  }
}
