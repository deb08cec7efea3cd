/// Keeps values by key.
public struct Store<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// What is kept for a key; nil where nothing is, or nothing that could still be read.
  public var value: @Sendable (_ key: Key) async throws -> Value?
  /// Keeps a value, in place of what was kept before. When this returns, the value is safe.
  public var insert: @Sendable (_ value: Value, _ key: Key) async throws -> Void
  /// Forgets one key; no error where nothing is kept.
  public var remove: @Sendable (_ key: Key) async throws -> Void
  /// Forgets everything.
  public var removeAll: @Sendable () async throws -> Void
  /// An element after every change, here or elsewhere, once it is noticed; a slow reader of the stream skips to the newest.
  public var changes: @Sendable () -> AsyncStream<Void>

  /// How much is kept.
  public var usage: @Sendable () async throws -> StoreUsage

  public init(
    value: @escaping @Sendable (_ key: Key) async throws -> Value?,
    insert: @escaping @Sendable (_ value: Value, _ key: Key) async throws -> Void,
    remove: @escaping @Sendable (_ key: Key) async throws -> Void,
    removeAll: @escaping @Sendable () async throws -> Void,
    changes: @escaping @Sendable () -> AsyncStream<Void>,
    usage: @escaping @Sendable () async throws -> StoreUsage = { StoreUsage() }
  ) {
    self.value = value
    self.insert = insert
    self.remove = remove
    self.removeAll = removeAll
    self.changes = changes
    self.usage = usage
  }
}

/// How much a store keeps.
public struct StoreUsage: Hashable, Sendable {
  /// How many values.
  public var count: Int
  /// How many bytes the values take; 0 where that is not known.
  public var bytes: Int

  public init(count: Int = 0, bytes: Int = 0) { (self.count, self.bytes) = (count, bytes) }
}
