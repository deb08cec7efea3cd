import Synchronization

/// Keeps places as they change, not each at once: at most a second after a change, and at the end.
///
/// A place that cannot be kept is lost: nobody wants to hear of it at every key.
public final class PlaceKeeper: Sendable {
  private struct Box {
    var changed: [PlaceKey: @Sendable () -> String?] = [:]
    var kept: [PlaceKey: String] = [:]
    var isWaiting = false
  }

  private let store: PlacesStore
  private let clock: any Clock<Duration>
  private let box = Mutex(Box())

  /// - `clock`: what the second is measured with.
  public init(_ store: PlacesStore, clock: any Clock<Duration>) { (self.store, self.clock) = (store, clock) }

  /// The place under a key, if it is known.
  public func place(_ key: PlaceKey) async -> String? { await places([key])[key] }

  /// The places under some keys, as far as they are known.
  public func places(_ keys: [PlaceKey]) async -> [PlaceKey: String] {
    guard let places = try? await store.places(keys) else { return [:] }
    box.withLock { $0.kept.merge(places) { old, _ in old } }
    return places
  }

  /// The place under a key may have changed. It must not be waited for: a key of the keyboard may be behind it.
  /// - `place`: what it is when it is written; nil where it is none.
  public func change(_ key: PlaceKey, _ place: @escaping @Sendable () -> String?) {
    let begins = box.withLock { box in
      box.changed[key] = place
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
    let places = changed.compactMapValues { $0() }
    let new = box.withLock { box in
      let new = places.filter { box.kept[$0.key] != $0.value }
      box.kept.merge(new) { $1 }
      return new
    }
    if !new.isEmpty { try? await store.save(new) }
  }
}
