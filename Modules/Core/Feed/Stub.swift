public import Essentials
import ItemsLoader
import Observed
import TextSearch

extension Feed {
  /// Lists the given items whole, as if a server had just given them. A search finds those whose text, in small
  /// letters, holds the query.
  /// - `date`: when an item was written, if that is known.
  public static func stub(
    _ all: [Item], text: @escaping @Sendable (Item) -> String = { "\($0.id)" },
    date: @escaping @Sendable (Item) -> Date? = { _ in nil }
  ) -> Self {
    Self(
      window: { anchor, before, after in
        let row: Int =
          switch anchor {
          case .row(let row): row
          case .item(let id, let row): all.firstIndex { $0.id == id } ?? row
          }
        let anchor = max(0, min(row, all.count - 1))
        let first = anchor - min(max(0, before), anchor)
        let rows = first..<min(all.count, anchor + 1 + min(max(0, after), all.count))
        return Window(
          Array(all[rows]), first: rows.lowerBound, anchor: anchor, count: all.count, isComplete: true,
          fetchedAt: .distantPast)
      },
      items: { $0.compactMap { all.indices.contains(Int($0.number)) ? all[Int($0.number)] : nil } },
      search: { query in
        let found = all.indices.filter { query.isEmpty || text(all[$0]).lowercased().contains(query.lowercased()) }
        return .of(found.map { Place(Int64($0)) })
      },
      keys: { order in
        let places = Dictionary(zip(all.map(\.id), all.indices)) { first, _ in first }
        let sorted = order.sorted(all, title: { TextSearch.folded(text($0)) }, date: date)
        return .of(sorted.map { FeedKey(place: Place(Int64(places[$0.id] ?? 0)), id: $0.id) })
      },
      places: { ids in
        let places = Dictionary(zip(all.map(\.id), all.indices)) { first, _ in first }
        return Dictionary(ids.compactMap { id in places[id].map { (id, Place(Int64($0))) } }) { first, _ in first }
      },
      changes: .none,
      refresh: { Refreshed() }, load: { _ in Refreshed() }, loadRest: { .of(all.count) },
      walk: { .of(LoadResult(all, from: .server, fetchedAt: .distantPast)) }, prewarm: {})
  }

  /// Fails to load anything, and has nothing kept.
  public static func failing(_ error: any Error) -> Self {
    var feed = stub([])
    feed.window = { _, _, _ in Window([], count: 0, isComplete: false) }
    feed.refresh = { throw error }
    feed.load = { _ in throw error }
    feed.loadRest = { AsyncThrowingStream { $0.finish(throwing: error) } }
    feed.walk = { AsyncThrowingStream { $0.finish(throwing: error) } }
    return feed
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// One element, and the end.
  fileprivate static func of(_ element: Element) -> Self where Element: Sendable {
    Self {
      $0.yield(element)
      $0.finish()
    }
  }
}
