import Essentials
public import Feed
public import FlagsStore
public import ItemKind
import ItemsLoader
public import Observed
import TextSearch

extension Feed {
  /// The items of a kind that have a bookmark, newest bookmark first: complete, and read from what is kept.
  /// - `flags`: says which items, and in which order.
  /// - `id`: an item's identity from the text that its bookmark has, and `idText` that text.
  /// - `items`: what is kept of some items: as many, and in the same order. One of which nothing is kept says so.
  /// - `itemChanges`: tells that something kept may have changed.
  /// - `text`: what a search looks at.
  /// - `refresh`: gets what is bookmarked and not kept. A walk does not.
  public static func bookmarked(
    _ kind: ItemKind, in flags: FlagsStore, id: @escaping @Sendable (_ text: String) -> Item.ID,
    idText: @escaping @Sendable (_ id: Item.ID) -> String,
    items: @escaping @Sendable (_ ids: [Item.ID]) async throws -> [Item],
    itemChanges: ChangeSignal, text: @escaping @Sendable (Item) -> String,
    refresh: @escaping @Sendable () async throws -> Void
  ) -> Self {
    @Sendable func bookmarks() async throws -> Feed<Bookmark> { try await .stub(flags.bookmarks(kind, nil, .max)) }
    @Sendable func some(from row: Int, upTo limit: Int) async throws -> [Item]? {
      let window = try await bookmarks().window(.row(row), 0, limit - 1)
      // Behind the end, the anchor is the last row there is.
      guard window.anchor == row, !window.items.isEmpty else { return nil }
      return try await items(window.items.map { id($0.id) })
    }
    let portion = 100
    return Self(
      window: { anchor, before, after in
        let anchor: Feed<Bookmark>.Anchor =
          switch anchor {
          case .row(let row): .row(row)
          case .item(let id, let row): .item(idText(id), orRow: row)
          }
        let window = try await bookmarks().window(anchor, before, after)
        return Window(
          try await items(window.items.map { id($0.id) }), first: window.first, anchor: window.anchor,
          count: window.count, isComplete: true)
      },
      items: { places in try await items(bookmarks().items(places).map { id($0.id) }) },
      search: { query in
        let words = TextSearch.Query(query)
        return .pulling(from: { 0 }) { row in
          guard let items = try await some(from: row, upTo: portion) else { return nil }
          defer { row += portion }
          return items.indices.filter { words.matches(text(items[$0])) }.map { Place(Int64(row + $0)) }
        }
      },
      keys: { order in
        .pulling(from: { false }) { isDone in
          guard !isDone else { return nil }
          isDone = true
          var all: [Item] = []
          while let more = try await some(from: all.count, upTo: portion) { all += more }
          var keys: [FeedKey<Item.ID>] = []
          for try await some in Feed.stub(all, text: text).keys(order) { keys += some }
          return keys
        }
      },
      places: { ids in
        let places = try await bookmarks().places(ids.map(idText))
        return Dictionary(ids.compactMap { id in places[idText(id)].map { (id, $0) } }) { first, _ in first }
      },
      changes: .merging(flags.changes, itemChanges),
      refresh: {
        try await refresh()
        return Refreshed()
      },
      load: { _ in Refreshed() }, loadRest: { AsyncThrowingStream { $0.finish() } },
      walk: {
        .pulling(from: { 0 }) { row in
          let items = try await some(from: row, upTo: portion)
          defer { row += portion }
          if row > 0, items == nil { return nil }
          // Nobody knows better which items have a bookmark.
          return LoadResult(items ?? [], from: .server, fetchedAt: .distantPast)
        }
      },
      prewarm: {})
  }
}
