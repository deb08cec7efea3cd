import Observed
import Synchronization

extension Store {
  /// Behaves, and forgets at exit.
  public static func memory(_ values: [Key: Value] = [:]) -> Self {
    let (kept, changes) = (Shelf(values), ChangeSource())
    return Self(
      value: { kept.value($0) },
      insert: { value, key in
        kept.keep(value, key)
        changes.send()
      },
      remove: { key in
        kept.keep(nil, key)
        changes.send()
      },
      removeAll: {
        kept.clear()
        changes.send()
      },
      changes: changes.signal, usage: { StoreUsage(count: kept.count) })
  }
}

/// What is replaced is let go of after the lock: nobody knows what goes with it.
private final class Shelf<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let values: Mutex<[Key: Value]>

  init(_ values: [Key: Value]) { self.values = Mutex(values) }

  var count: Int { values.withLock { $0.count } }

  func value(_ key: Key) -> Value? { values.withLock { $0[key] } }

  func keep(_ value: Value?, _ key: Key) {
    _ = values.withLock { values in
      defer { values[key] = value }
      return values[key]
    }
  }

  func clear() {
    _ = values.withLock { values in
      defer { values = [:] }
      return values
    }
  }
}
