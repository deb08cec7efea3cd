// Values by key.

public import Essentials
public import Observed

/// Keeps values by key.
///
/// Its errors are those of where it keeps them: `DatabaseError` and `CancellationError` for a table. A change that throws
/// has changed nothing.
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
  public var changes: ChangeSignal

  /// How much is kept.
  public var usage: @Sendable () async throws -> StoreUsage

  /// Notes that a value was looked at on a date: the values that were not are the first to go. No error where nothing is kept.
  public var noteSeen: @Sendable (_ key: Key, _ date: Date) async throws -> Void = { _, _ in }
  /// So many of the values that were neither looked at nor kept anew for longest, the oldest first, but for those of
  /// some keys. A stub has none.
  public var oldest: @Sendable (_ count: Int, _ sparing: [Key]) async throws -> [StoredAge] = { _, _ in [] }
  /// Forgets some of these, all or none.
  public var removeOldest: @Sendable (_ values: [StoredAge]) async throws -> Void = { _ in }

  public init(
    value: @escaping @Sendable (_ key: Key) async throws -> Value?,
    insert: @escaping @Sendable (_ value: Value, _ key: Key) async throws -> Void,
    remove: @escaping @Sendable (_ key: Key) async throws -> Void,
    removeAll: @escaping @Sendable () async throws -> Void,
    changes: ChangeSignal,
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

/// How old a value is.
public struct StoredAge: Hashable, Sendable {
  /// Names it among those of its store.
  public var name: String
  /// When it was last looked at, or kept anew.
  public var seenAt: Date
  /// How many bytes it takes.
  public var bytes: Int

  public init(name: String, seenAt: Date, bytes: Int) { (self.name, self.seenAt, self.bytes) = (name, seenAt, bytes) }
}

/// How much a store keeps.
public struct StoreUsage: Hashable, Sendable {
  /// How many values.
  public var count: Int
  /// How many bytes the values take; 0 where that is not known.
  public var bytes: Int

  public init(count: Int = 0, bytes: Int = 0) { (self.count, self.bytes) = (count, bytes) }
}
