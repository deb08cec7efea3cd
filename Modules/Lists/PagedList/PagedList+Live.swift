public import CachedResource
public import Essentials
public import FlagsStore
import Observed

extension PagedList {
  /// Asks a server for the page after a cursor, given the validator of the cached copy.
  ///
  /// While the page is incomplete, its beginning may be passed to `part`, longer each time, with the page's `next` and
  /// `ahead`. It is saved immediately, without a validator, in front of the cached items of the page. The first call,
  /// which may have no items, also tells that all requests for this page have been sent; the request for the following
  /// page waits for that if pages are requested ahead. With `wanted`, the page may end after that many items.
  public typealias Remote =
    @Sendable (
      _ after: Cursor?, _ validator: String?, _ wanted: Int?, _ part: @escaping @Sendable (Page<Item>) -> Void
    ) async throws -> Revalidation<Page<Item>>
}

extension PagedList {
  /// Returns a server's list that is saved in a store.
  /// - Parameters:
  ///   - remote: Asks for the page after a cursor, given the validator of the cached copy.
  ///   - store: The store of the list.
  ///   - flags: The flags of all items; the list's store holds copies of them.
  ///   - kind: The kind of the list's items in `flags`.
  ///   - now: The current date, with which pages are saved.
  public static func live<Content>(
    remote: @escaping @Sendable (_ after: Cursor?, _ validator: String?) async throws -> Revalidation<Page<Content>>,
    store: ListStore<Content>, flags: FlagsStore = .stub, kind: ItemKind = ItemKind(""),
    now: @escaping @Sendable () -> Date
  ) -> Self where Item == Listed<Content> {
    live(
      growing: { cursor, validator, _, _ in try await remote(cursor, validator) }, pagesAhead: 0, store: store,
      flags: flags, kind: kind, now: now)
  }

  /// Returns a server's list that is saved in a store, and whose pages may grow while they are loaded.
  /// - Parameters:
  ///   - remote: Asks for a page.
  ///   - pagesAhead: The number of pages that a `refresh` or a `walk` requests behind the first one, as soon as a part
  ///     of the first page tells where they begin. The `load` that follows, or the rest of the walk, takes their
  ///     answers.
  ///   - saved: The store of the list.
  ///   - flags: The flags of all items; the list's store holds copies of them.
  ///   - kind: The kind of the list's items in `flags`.
  ///   - now: The current date, with which pages are saved.
  public static func live<Content>(
    growing remote: @escaping PagedList<Content>.Remote, pagesAhead: Int, store saved: ListStore<Content>,
    flags: FlagsStore = .stub, kind: ItemKind = ItemKind(""),
    now: @escaping @Sendable () -> Date
  ) -> Self where Item == Listed<Content> {
    let copies = FlagCopies(flags: flags, kind: kind)
    let source = PageSource(remote: remote, pagesAhead: pagesAhead, store: saved, now: now)
    let loader = PageLoader(source)
    /// Returns the store with up-to-date copies of flags. If the flags cannot be read, the older copies are used, but a
    /// query of bookmarked items throws: it would miss some.
    @Sendable func store(
      for scope: ListQuery.Scope = .list, waitsForAll: Bool = false
    ) async throws -> ListStore<Content> {
      let isBookmarked = scope == .bookmarked
      let failure = try await copies.catchUp(saved, waitsForAll: waitsForAll || isBookmarked)
      if let failure, isBookmarked { throw failure }
      return saved
    }
    var reader = ListReader<Item>(
      window: { query, anchor, before, after in
        let store = try await store(for: query.scope)
        var window = try await store.reader.window(query, anchor, before, after)
        if let confirmation = source.confirmation.value, confirmation.copy == window.fetchedAt {
          window.fetchedAt = max(confirmation.copy, confirmation.date)
        }
        return window
      },
      count: { query in try await store(for: query.scope).reader.count(query) },
      items: { rowKeys in try await store().reader.items(rowKeys) },
      flags: { ids in
        if let failure = try await copies.catchUp(saved, waitsForAll: true) { throw failure }
        return try await saved.reader.flags(ids)
      },
      search: { query, start in .joining { try await store(for: query.scope).reader.search(query, start) } },
      ids: { query in .joining { try await store(for: query.scope, waitsForAll: true).reader.ids(query) } },
      prepare: {
        try await saved.reader.prepare()
        await copies.writeSwept(saved)
      },
      changes: .merging(saved.reader.changes, flags.changes, source.confirmation.changes))
    reader.coversStore = saved.reader.coversStore
    let counted = reader.count
    let flagged = reader.flags
    return Self(
      reader: reader,
      refresh: { try await loader.refresh() },
      load: { query, rows in
        let extent = try await saved.extent(0..<0)
        // The pages behind the newest part of such a list lead far back. They are loaded only when a person wants the rest.
        if extent.grows { return Refreshed() }
        // The row numbers of another query are not those of pages.
        if query.isPlain { return try await loader.load(rows) }
        // Only rows behind the last one need further pages; the others were requested with the pages that hold them.
        let count = try await counted(query)
        guard query.scope == .list, rows.upperBound > count else { return Refreshed() }
        return try await loader.load(extent.count..<extent.count + rows.upperBound - count)
      },
      loadRest: {
        .pulling {
          false
        } _: { isAtEnd in
          guard !isAtEnd, let (count, isLast) = try await loader.loadNext() else { return nil }
          isAtEnd = isLast
          return count
        }
      },
      walk: { limit, withFlags in
        .pulling {
          await ListWalk(loader, saved, limit: limit)
        } _: { walk in
          guard let page = try await walk.next() else { return nil }
          let flags = withFlags ? try await flagged(page.value.map { $0.id }) : [:]
          return page.map { $0.map { Listed(id: $0.id, item: $0, flags: flags[$0.id] ?? ItemFlags()) } }
        }
      }, prewarm: { await loader.prewarm() })
  }
}
