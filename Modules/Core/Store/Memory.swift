import Synchronization

extension Store {
  /// Behaves, and forgets at exit.
  public static func memory(_ values: [Key: Value] = [:]) -> Self {
    let kept = Shelf(values)
    return Self(
      value: { key in kept.values.withLock { $0[key] } },
      insert: { value, key in kept.values.withLock { $0[key] = value } },
      remove: { key in kept.values.withLock { _ = $0.removeValue(forKey: key) } },
      removeAll: { kept.values.withLock { $0.removeAll() } }
    )
  }
}

/// A mutex cannot be captured by several closures; a reference to one can.
private final class Shelf<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  let values: Mutex<[Key: Value]>
  init(_ values: [Key: Value]) { self.values = Mutex(values) }
}
