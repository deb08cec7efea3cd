public import Observed

extension Feed {
  /// The same list with a mark at some items, as the marks are when the items are read; in a walk without marks no item has one.
  /// It changes when they do.
  /// - Parameters:
  ///   - marks: the marks of those of some items that have one. Where that cannot be read, no item has.
  ///   - changes: tells that marks may have changed.
  ///   - transform: an item, and its mark.
  public func marked<Other: Identifiable & Sendable, Mark: Sendable>(
    by marks: @escaping @Sendable (_ ids: [Item.ID]) async throws -> [Item.ID: Mark],
    changes: ChangeSignal,
    _ transform: @escaping @Sendable (_ item: Item, _ mark: Mark?) -> Other
  ) -> Feed<Other> where Other.ID == Item.ID {
    var feed: Feed<Other> = mapAll { items in
      let marked: [Item.ID: Mark]
      do {
        marked = try await marks(items.map { $0.id })
      } catch let error as CancellationError {
        throw error
      } catch {
        // A list without marks is better than none; who sets a mark is told why that fails.
        marked = [:]
      }
      return items.map { transform($0, marked[$0.id]) }
    }
    feed.walkFirst = { [marked = feed.walkFirst] limit, withMarks in
      guard !withMarks else { return marked(limit, true) }
      return walkFirst(limit, false).mapItems { items in items.map { transform($0, nil) } }
    }
    feed.changes = .merging(self.changes, changes)
    return feed
  }
}
