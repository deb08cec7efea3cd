import ChangeNotifier

extension Feed {
  /// The same list with a mark at some items, as the marks are when the items are read. It changes when they do.
  /// - Parameters:
  ///   - marks: those of some items that are marked. Where that cannot be read, no item is.
  ///   - changes: tells that marks may have changed.
  ///   - transform: an item, and whether it is marked.
  public func marked<Other: Identifiable & Sendable>(
    by marks: @escaping @Sendable (_ ids: [Item.ID]) async throws -> Set<Item.ID>,
    changes: @escaping @Sendable () -> AsyncStream<Void>,
    _ transform: @escaping @Sendable (_ item: Item, _ isMarked: Bool) -> Other
  ) -> Feed<Other> where Other.ID == Item.ID {
    var feed: Feed<Other> = mapAll { items in
      let marked: Set<Item.ID>
      do {
        marked = try await marks(items.map(\.id))
      } catch let error as CancellationError {
        throw error
      } catch {
        // A list without marks is better than none; who sets a mark is told why that fails.
        marked = []
      }
      return items.map { transform($0, marked.contains($0.id)) }
    }
    feed.changes = { .merging(self.changes(), changes()) }
    return feed
  }
}
