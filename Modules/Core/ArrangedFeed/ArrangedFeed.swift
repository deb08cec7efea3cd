public import Feed
public import Observed

extension Feed {
  /// The same list in another order, or a part of it.
  ///
  /// While it is arranged as the server lists it, everything is asked of the list itself. Else the places of all items
  /// are kept in memory in their order, eight bytes each, and are read anew after a change. An item that was shown as
  /// unread and is read now stays where it is, until `settle` or another arrangement: the reader has it before
  /// their eyes.
  /// - Parameters:
  ///   - arrangement: how it is arranged; may change at any time.
  ///   - read: those of some items that were read.
  ///   - readChanges: tells that others may be.
  public func arranged(
    by arrangement: Observed<Arrangement>,
    read: @escaping @Sendable (_ ids: [Item.ID]) async throws -> Set<Item.ID>,
    readChanges: ChangeSignal
  ) -> Self {
    let index = ArrangedIndex(self, arrangement: arrangement, read: read, readChanges: readChanges)
    var feed = self
    feed.window = { anchor, before, after in
      guard let order = try await index.order() else { return try await window(anchor, before, after) }
      let row: Int
      switch anchor {
      case .row(let wanted): row = wanted
      case .item(let id, let wanted): row = try await places([id])[id].flatMap { order.firstIndex(of: $0) } ?? wanted
      }
      let anchor = max(0, min(row, order.count - 1))
      let first = anchor - min(max(0, before), anchor)
      let rows = first..<min(order.count, anchor + 1 + min(max(0, after), order.count))
      let whole = try await window(.row(0), 0, 0)
      let items = try await items(Array(order[rows]))
      await index.show(items.map(\.id))
      return Window(
        items, first: first, anchor: anchor, count: order.count, isComplete: whole.isComplete,
        fetchedAt: whole.fetchedAt)
    }
    @Sendable func arranged(
      _ search: @escaping @Sendable (_ query: String) -> AsyncThrowingStream<[Place], any Error>
    ) -> @Sendable (_ query: String) -> AsyncThrowingStream<[Place], any Error> {
      { query in
        .pulling {
          ArrangedSearch<Item>(found: search(query), order: try await index.order())
        } _: {
          try await $0.next()
        }
      }
    }
    (feed.search, feed.searchTexts) = (arranged(search), arranged(searchTexts))
    feed.changes = index.changes
    feed.settle = { await index.forgetShown() }
    feed.load = { rows in
      guard let order = try await index.order() else { return try await load(rows) }
      // What stands behind the last row is behind the last of the server's; the rest was asked for with its page.
      guard rows.upperBound > order.count else { return Refreshed() }
      let count = try await window(.row(0), 0, 0).count
      return try await load(count..<count + rows.upperBound - order.count)
    }
    return feed
  }
}

/// A search in an arranged list: what the list itself finds, or all of that in the order of the arrangement.
private struct ArrangedSearch<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  let found: AsyncThrowingStream<[Place], any Error>
  let order: [Place]?
  var isDone = false

  mutating func next() async throws -> [Place]? {
    var iterator = found.makeAsyncIterator()
    guard let order else { return try await iterator.next() }
    guard !isDone else { return nil }
    isDone = true
    var places: Set<Place> = []
    while let some = try await iterator.next() { places.formUnion(some) }
    return order.filter(places.contains)
  }
}
