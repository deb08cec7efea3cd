import ItemsLoader

extension Feed {
  /// The same list of other items, which are named as these are.
  public func map<Other: Identifiable & Sendable>(
    _ transform: @escaping @Sendable (Item) -> Other
  ) -> Feed<Other> where Other.ID == Item.ID {
    Feed<Other>(
      window: { anchor, before, after in
        let anchor: Feed.Anchor =
          switch anchor {
          case .row(let row): .row(row)
          case .item(let id, let row): .item(id, orRow: row)
          }
        let window = try await window(anchor, before, after)
        return Feed<Other>.Window(
          window.items.map(transform), first: window.first, anchor: window.anchor, count: window.count,
          isComplete: window.isComplete, fetchedAt: window.fetchedAt)
      },
      items: { try await items($0).map(transform) },
      search: search, changes: changes, refresh: refresh, load: load, loadRest: loadRest,
      walk: {
        .pulling(from: { walk() }) { pages in
          var iterator = pages.makeAsyncIterator()
          return try await iterator.next()?.map { $0.map(transform) }
        }
      },
      prewarm: prewarm)
  }
}
