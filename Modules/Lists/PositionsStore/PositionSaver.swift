import Synchronization

/// Keeps places as they change, not each at once: at most a second after a change, and at the end.
///
/// A place that cannot be kept is lost: nobody wants to hear of it at every key.
public final class PositionSaver: Sendable {
  private struct Box {
    var changed: [PositionKey: @Sendable () -> String?] = [:]
    var cached: [PositionKey: String] = [:]
    var isWaiting = false
  }

  private let store: PositionsStore
  private let clock: any Clock<Duration>
  private let box = Mutex(Box())

  /// - `clock`: what the second is measured with.
  public init(_ store: PositionsStore, clock: any Clock<Duration>) { (self.store, self.clock) = (store, clock) }

  /// The place under a key, if it is known.
  public func position(_ key: PositionKey) async -> String? { await positions([key])[key] }

  /// The places under some keys, as far as they are known.
  public func positions(_ keys: [PositionKey]) async -> [PositionKey: String] {
    guard let positions = try? await store.positions(keys) else { return [:] }
    box.withLock { $0.cached.merge(positions) { old, _ in old } }
    return positions
  }

  /// The place under a key may have changed. It must not be waited for: a key of the keyboard may be behind it.
  /// - `position`: what it is when it is written; nil where it is none.
  public func change(_ key: PositionKey, _ position: @escaping @Sendable () -> String?) {
    let begins = box.withLock { box in
      box.changed[key] = position
      defer { box.isWaiting = true }
      return !box.isWaiting
    }
    guard begins else { return }
    Task {
      try? await clock.sleep(for: .seconds(1))
      box.withLock { $0.isWaiting = false }
      await finish()
    }
  }

  /// Keeps what has changed.
  public func finish() async {
    let changed = box.withLock { box in
      defer { box.changed = [:] }
      return box.changed
    }
    let positions = changed.compactMapValues { $0() }
    let new = box.withLock { box in
      let new = positions.filter { box.cached[$0.key] != $0.value }
      box.cached.merge(new) { $1 }
      return new
    }
    if !new.isEmpty { try? await store.save(new) }
  }
}
