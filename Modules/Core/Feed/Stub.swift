import Essentials
import ItemsLoader

extension Feed {
  /// A list that is whole, as if a server had just given it.
  /// - Parameter list: reads it.
  public static func inMemory(_ list: ListReader<Item>) -> Self {
    Self(
      list: list, refresh: { Refreshed() }, load: { _, _ in Refreshed() },
      loadRest: { AsyncThrowingStream { $0.finish() } },
      walk: { _, _ in
        .pulling(from: { false }) { isDone in
          guard !isDone else { return nil }
          isDone = true
          let items = try await list.window(ListQuery(), .row(0), 0, .max).items
          return LoadResult(items, from: .server, fetchedAt: .distantPast)
        }
      }, prewarm: {})
  }

  /// Fails to load anything, and has nothing saved.
  public static func failing(_ error: any Error) -> Self {
    var list = ListReader<Item>.failing(error)
    list.window = { _, _, _, _ in ListWindow([], count: 0, isComplete: false) }
    list.count = { _ in 0 }
    var feed = inMemory(list)
    feed.refresh = { throw error }
    feed.load = { _, _ in throw error }
    feed.loadRest = { AsyncThrowingStream { $0.finish(throwing: error) } }
    feed.walk = { _, _ in AsyncThrowingStream { $0.finish(throwing: error) } }
    return feed
  }
}
