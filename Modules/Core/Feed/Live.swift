public import Essentials
public import ItemsLoader
import Observed
public import Paging

extension Feed {
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

extension Feed where Item: Equatable {
  /// A server's list and what is kept of it.
  /// - Parameters:
  ///   - remote: the server's latest of the page after a cursor, given the validator of the kept copy.
  ///   - store: where it is saved.
  ///   - fallback: where it is for the rest of the run, in memory, once it cannot be saved; with what could be read.
  ///   - now: the date that pages are kept with.
  public static func live(
    remote: @escaping @Sendable (_ after: Cursor?, _ validator: String?) async throws -> Revalidation<Page<Item>>,
    store: FeedStore<Item>, fallback: FeedStore<Item>, now: @escaping @Sendable () -> Date
  ) -> Self {
    live(
      growing: { cursor, validator, _, _ in try await remote(cursor, validator) }, pagesAhead: 0, store: store,
      fallback: fallback, now: now
    )
  }

  /// A server's list, whose pages may grow while they are asked for, and what is kept of it.
  /// - Parameters:
  ///   - remote: asks for a page.
  ///   - pagesAhead: how many pages behind the first are asked for, by a `refresh` or a `walk`, as soon as a part of the first
  ///     tells where they begin; their answers are for the `load` that follows, or the rest of the walk.
  ///   - store: where it is saved.
  ///   - fallback: where it is for the rest of the run, in memory, once it cannot be saved; with what could be read.
  ///   - now: the date that pages are kept with.
  public static func live(
    growing remote: @escaping Remote, pagesAhead: Int, store: FeedStore<Item>, fallback: FeedStore<Item>,
    now: @escaping @Sendable () -> Date
  ) -> Self {
    let loader = Loader(remote: remote, pagesAhead: pagesAhead, store: store, fallback: fallback, now: now)
    @Sendable func search(
      _ query: String, in store: @escaping @Sendable (FeedStore<Item>) -> FeedStore<Item>.Search
    ) -> AsyncThrowingStream<[Place], any Error> {
      .pulling {
        (search: store(await loader.store), start: Place?.some(Place(0)))
      } _: { state in
        guard let start = state.start else { return nil }
        let portion = try await state.search(query, start)
        state.start = portion.rest
        return portion.places
      }
    }
    var feed = Self(
      window: { anchor, before, after in
        var window = try await loader.store.window(anchor, before, after)
        if let fetchedAt = window.fetchedAt, let confirmedAt = await loader.confirmedAt {
          window.fetchedAt = max(fetchedAt, confirmedAt)
        }
        return window
      },
      items: { places in try await loader.store.items(places) },
      search: { search($0, in: \.search) },
      keys: { order in
        .pulling(from: { (store: await loader.store, start: Place?.some(Place(0))) }) { state in
          guard let start = state.start else { return nil }
          let portion = try await state.store.keys(order, start)
          state.start = portion.rest
          return portion.keys
        }
      },
      places: { ids in try await loader.store.places(ids) },
      changes: .merging(store.changes, loader.changes.signal),
      refresh: { try await loader.refresh() },
      load: { rows in try await loader.load(rows) },
      loadRest: { .pulling(from: { RestLoader(loader) }) { try await $0.next() } },
      walk: { .pulling(from: { await Walk(loader) }) { try await $0.next() } },
      prewarm: { await loader.prewarm() })
    feed.walkFirst = { limit, _ in
      .pulling {
        await Walk(loader, limit: limit)
      } _: {
        try await $0.next()
      }
    }
    feed.searchTexts = { search($0, in: \.searchTexts) }
    feed.arrivals = { date, limit in try await loader.store.arrivals(date, limit) }
    return feed
  }
}
