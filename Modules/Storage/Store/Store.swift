// Values by key.

public import Essentials

/// A store of values by key.
///
/// It throws the errors of its medium: `DatabaseError` and `CancellationError` for a table. A change that throws has
/// changed nothing.
public struct Store<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// Returns the value for a key; nil if there is none or it cannot be read any more.
  public var value: @Sendable (_ key: Key) async throws -> Value?
  /// Stores a value, replacing an older one. When this returns, the value is saved.
  public var insert: @Sendable (_ value: Value, _ key: Key) async throws -> Void
  /// Removes a value.
  public var remove: @Sendable (_ key: Key) async throws -> Void = { _ in }
  /// Removes all values.
  public var removeAll: @Sendable () async throws -> Void = {}
  /// Returns the number and the size of the values.
  public var usage: @Sendable () async throws -> StoreUsage = { StoreUsage() }

  /// Notes the date when a value was last viewed, if there is one. Values that were not viewed are the first to be
  /// removed.
  public var noteSeen: @Sendable (_ key: Key, _ date: Date) async throws -> Void = { _, _ in }
  /// Returns a number of the values that were neither viewed nor replaced for longest, the oldest first, except those
  /// of some keys. A stub has none.
  public var oldest: @Sendable (_ count: Int, _ sparing: [Key]) async throws -> [StoredAge] = { _, _ in [] }
  /// Removes these values, all of them or none.
  public var removeOldest: @Sendable (_ values: [StoredAge]) async throws -> Void = { _ in }

  public init(
    value: @escaping @Sendable (_ key: Key) async throws -> Value?,
    insert: @escaping @Sendable (_ value: Value, _ key: Key) async throws -> Void
  ) {
    self.value = value
    self.insert = insert
  }
}

/// The age and size of a stored value.
public struct StoredAge: Hashable, Sendable {
  /// The name of the value, unique in its store.
  public var name: String
  /// The date when it was last viewed or replaced.
  public var seenAt: Date
  /// The size in bytes.
  public var bytes: Int

  public init(name: String, seenAt: Date, bytes: Int) {
    self.name = name
    self.seenAt = seenAt
    self.bytes = bytes
  }
}

/// The number and the size of a store's values.
public struct StoreUsage: Hashable, Sendable {
  /// The number of values.
  public var count: Int
  /// The size of the values in bytes; 0 if unknown.
  public var bytes: Int

  public init(count: Int = 0, bytes: Int = 0) {
    self.count = count
    self.bytes = bytes
  }
}
