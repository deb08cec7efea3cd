import CachedResource
import Essentials

extension PagedList {
  /// Returns a list that is complete, as if a server had just sent it.
  /// - Parameter reader: the reader of its items.
  public static func inMemory(_ reader: ListReader<Item>) -> Self {
    Self(
      reader: reader, refresh: { Refreshed() }, load: { _, _ in Refreshed() },
      loadRest: { AsyncThrowingStream { $0.finish() } },
      walk: { _, _ in
        .once {
          let items = try await reader.window(ListQuery(), .row(0), 0, .max).items
          return Loaded(items, from: .server, fetchedAt: .distantPast)
        }
      }, prewarm: {})
  }

  /// Returns a list that has no saved items and fails to load any.
  public static func failing(_ error: any Error) -> Self {
    var reader = ListReader<Item>.failing(error)
    reader.window = { _, _, _, _ in ListWindow([], count: 0, isComplete: false) }
    reader.count = { _ in 0 }
    var list = inMemory(reader)
    list.refresh = { throw error }
    list.load = { _, _ in throw error }
    list.loadRest = { AsyncThrowingStream { $0.finish(throwing: error) } }
    list.walk = { _, _ in AsyncThrowingStream { $0.finish(throwing: error) } }
    return list
  }
}
