import ItemsLoader

extension Feed {
  /// Returns the same list of other items, which have the same identities.
  /// - Parameter transform: makes as many others of some items, in the same order.
  public func map<Other: Identifiable & Sendable>(
    _ transform: @escaping @Sendable ([Item]) async throws -> [Other]
  ) -> Feed<Other> where Other.ID == Item.ID {
    var feed = Feed<Other>(
      list: list.map(transform), refresh: refresh, load: load, loadRest: loadRest,
      walk: { walk($0, $1).mapItems(transform) }, prewarm: prewarm)
    feed.refreshBookmarked = refreshBookmarked
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
