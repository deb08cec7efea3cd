public import CachedResource
public import Essentials
public import FlagsStore
public import ItemKind
import Observed

extension PagedList {
  /// Asks a server for the page after a cursor, given the validator of the kept copy. While the page is not whole, its
  /// beginning may be handed over, each time longer, with the page's `next` and `ahead`: it is kept at once, in front of
  /// what was kept of the page, and without a validator. The first beginning, which may be empty, also says that all the
  /// page needs has been asked for: where pages are asked for ahead, the next one waits for that. Where only so many items are
  /// wanted, the page need not have more.
  public typealias Remote =
    @Sendable (
      _ after: Cursor?, _ validator: String?, _ wanted: Int?, _ part: @escaping @Sendable (Page<Item>) -> Void
    ) async throws -> Revalidation<Page<Item>>
}

extension PagedList {
  /// A server's list and what is saved of it.
  /// - Parameters:
  ///   - remote: the server's latest of the page after a cursor, given the validator of the saved copy.
  ///   - store: where it is saved.
  ///   - flags: the flags of items, of which the list holds copies.
  ///   - kind: the kind of the items there.
  ///   - now: the date that pages are saved with.
  public static func live<Content: Equatable>(
    remote: @escaping @Sendable (_ after: Cursor?, _ validator: String?) async throws -> Revalidation<Page<Content>>,
    store: ListStore<Content>, flags: FlagsStore = .stub, kind: ItemKind = ItemKind(""),
    now: @escaping @Sendable () -> Date
  ) -> Self where Item == Listed<Content> {
    live(
      growing: { cursor, validator, _, _ in try await remote(cursor, validator) }, pagesAhead: 0, store: store,
      flags: flags, kind: kind, now: now)
  }

  /// A server's list, whose pages may grow while they are asked for, and what is saved of it.
  /// - Parameters:
  ///   - remote: asks for a page.
  ///   - pagesAhead: how many pages behind the first are asked for, by a `refresh` or a `walk`, as soon as a part of the first
  ///     tells where they begin; their answers are for the `load` that follows, or the rest of the walk.
  ///   - store: where it is saved.
  ///   - flags: the flags of items, of which the list holds copies.
  ///   - kind: the kind of the items there.
  ///   - now: the date that pages are saved with.
  public static func live<Content: Equatable>(
    growing remote: @escaping PagedList<Content>.Remote, pagesAhead: Int, store saved: ListStore<Content>,
    flags: FlagsStore = .stub, kind: ItemKind = ItemKind(""),
    now: @escaping @Sendable () -> Date
  ) -> Self where Item == Listed<Content> {
    let copies = FlagCopies(flags: flags, kind: kind)
    let source = PageSource(remote: remote, pagesAhead: pagesAhead, store: saved, now: now)
    let loader = PageLoader(source)
    /// The store, with the latest flags. Where they cannot be read, a list with older ones is better than none; but which
    /// items are bookmarked is not known.
    @Sendable func store(for scope: ListQuery.Scope = .list, isWhole: Bool = false) async throws -> ListStore<Content> {
      let isBookmarked = scope == .bookmarked
      if let failure = try await copies.catchUp(saved, isWhole: isWhole || isBookmarked), isBookmarked { throw failure }
      return saved
    }
    let reader = ListReader<Item>(
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
        if let failure = try await copies.catchUp(saved, isWhole: true) { throw failure }
        return try await saved.reader.flags(ids)
      },
      search: { query in
        .pulling(from: { try await store(for: query.scope).reader.search(query) }) { try await $0.step() }
      },
      ids: { query in
        .pulling(from: { try await store(for: query.scope, isWhole: true).reader.ids(query) }) { try await $0.step() }
      },
      prepare: {
        try await saved.reader.prepare()
        await copies.writeSwept(saved)
      },
      changes: .merging(saved.reader.changes, flags.changes, source.confirmation.changes))
    return Self(
      reader: reader,
      refresh: { try await loader.refresh() },
      load: { query, rows in
        guard !query.isPlain else { return try await loader.load(rows) }
        // What stands behind the last row is behind the last of the server's; the rest was asked for with its page.
        let count = try await reader.count(query)
        guard query.scope == .list, rows.upperBound > count else { return Refreshed() }
        let saved = try await reader.count(ListQuery())
        return try await loader.load(saved..<saved + rows.upperBound - count)
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
          let flags = withFlags ? try await store(isWhole: true).reader.flags(page.value.map(\.id)) : [:]
          return page.map { $0.map { Listed(id: $0.id, item: $0, flags: flags[$0.id] ?? ItemFlags()) } }
        }
      }, prewarm: { await loader.prewarm() })
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// The next element.
  fileprivate func step() async throws -> Element? {
    var iterator = makeAsyncIterator()
    return try await iterator.next()
  }
}
