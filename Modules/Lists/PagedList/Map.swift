import CachedResource

extension PagedList {
  /// Returns the same list with transformed items that have the same identities.
  /// - Parameter transform: converts some items to as many others, in the same order.
  public func map<Other: Identifiable & Sendable>(
    _ transform: @escaping @Sendable ([Item]) async throws -> [Other]
  ) -> PagedList<Other> where Other.ID == Item.ID {
    var list = PagedList<Other>(
      reader: reader.map(transform), refresh: refresh, load: load, loadRest: loadRest,
      walk: { walk($0, $1).mapItems(transform) }, prewarm: prewarm)
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
