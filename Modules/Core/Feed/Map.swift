import ItemsLoader

extension Feed {
  /// The same list of other items, which are named as these are.
  public func map<Other: Identifiable & Sendable>(
    _ transform: @escaping @Sendable (Item) -> Other
  ) -> Feed<Other> where Other.ID == Item.ID {
    mapAll { $0.map(transform) }
  }

  /// The same list of other items, which are named as these are.
  /// - Parameter transform: is given some items, and makes as many others, in the same order.
  public func mapAll<Other: Identifiable & Sendable>(
    _ transform: @escaping @Sendable ([Item]) async throws -> [Other]
  ) -> Feed<Other> where Other.ID == Item.ID {
    var feed = Feed<Other>(
      window: { anchor, before, after in
        let anchor: Feed.Anchor =
          switch anchor {
          case .row(let row): .row(row)
          case .item(let id, let row): .item(id, orRow: row)
          }
        let window = try await window(anchor, before, after)
        return Feed<Other>.Window(
          try await transform(window.items), first: window.first, anchor: window.anchor, count: window.count,
          isComplete: window.isComplete, fetchedAt: window.fetchedAt)
      },
      items: { try await transform(items($0)) },
      search: search, keys: keys, places: places, changes: changes, refresh: refresh, load: load, loadRest: loadRest,
      walk: { walk().mapItems(transform) }, prewarm: prewarm)
    feed.walkFirst = { walkFirst($0, $1).mapItems(transform) }
    (feed.searchTexts, feed.arrivals, feed.settle) = (searchTexts, arrivals, settle)
    return feed
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// The same pages of other items.
  func mapItems<Item: Sendable, Other: Sendable>(
    _ transform: @escaping @Sendable ([Item]) async throws -> [Other]
  ) -> AsyncThrowingStream<LoadResult<[Other]>, any Error> where Element == LoadResult<[Item]> {
    .pulling {
      self
    } _: { pages in
      var iterator = pages.makeAsyncIterator()
      guard let page = try await iterator.next() else { return nil }
      let others = try await transform(page.value)
      return page.map { _ in others }
    }
  }
}
