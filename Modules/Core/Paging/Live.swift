public import Foundation
public import ItemsLoader
public import Store

extension Pages {
  /// Every page an `ItemsLoader` of its own, kept by itself with its validator.
  /// - Parameters:
  ///   - remote: the server's latest of the page after a cursor, given the kept copy's validator.
  ///   - key: what the page after a cursor is kept under.
  public static func live<Key>(
    remote: @escaping @Sendable (_ after: Cursor?, _ validator: String?) async throws -> Revalidation<Page<Item>>,
    store: Store<Key, StoredCopy<Page<Item>>>, key: @escaping @Sendable (_ after: Cursor?) -> Key,
    now: @escaping @Sendable () -> Date
  ) -> Self {
    let loader: @Sendable (Cursor?) -> ItemsLoader<Page<Item>> = { cursor in
      .live(remote: { try await remote(cursor, $0) }, store: store, key: key(cursor), now: now)
    }
    let warm = Warm { try await loader(nil).load() }
    return Self(
      page: { cursor in
        if cursor == nil, let first = await warm.take() { return try await first.value }
        return try await loader(cursor).load()
      },
      kept: { await loader($0).kept() },
      prewarm: { await warm.begin() })
  }
}

/// A load that began before anybody asked.
private actor Warm<Value: Sendable> {
  private let load: @Sendable () async throws -> Value
  private var task: Task<Value, any Error>?

  init(load: @escaping @Sendable () async throws -> Value) { self.load = load }

  func begin() {
    if task == nil { task = Task { [load] in try await load() } }
  }

  func take() -> Task<Value, any Error>? {
    defer { task = nil }
    return task
  }
}
