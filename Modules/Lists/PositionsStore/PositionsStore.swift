// Saved positions in lists and pages.

public import FlagsStore
import Synchronization

/// The key of a position: a kind, such as "list" or "post", and the one of that kind.
public struct PositionKey: Hashable, Sendable {
  /// The kind: "list" or "post".
  public var kind: ItemKind
  /// The identity within the kind.
  public var id: String

  public init(_ kind: ItemKind, _ id: String) {
    self.kind = kind
    self.id = id
  }
}

/// A store of reading positions: the section, the row of a list, the line of a post. Each is a text whose format the
/// caller defines.
///
/// The errors are `DatabaseError` and `CancellationError`.
public struct PositionsStore: Sendable {
  /// Returns the positions of some keys; a key without one is missing.
  public var positions: @Sendable (_ keys: [PositionKey]) async throws -> [PositionKey: String]
  /// Saves positions, each in place of the previous one of its key.
  public var save: @Sendable (_ positions: [PositionKey: String]) async throws -> Void

  public init(
    positions: @escaping @Sendable (_ keys: [PositionKey]) async throws -> [PositionKey: String],
    save: @escaping @Sendable (_ positions: [PositionKey: String]) async throws -> Void
  ) {
    self.positions = positions
    self.save = save
  }
}

/// Saves changed positions together: at most a second after a change, and at the end.
///
/// A position that cannot be saved waits for the next attempt without a message, which would appear at every key press.
public final class PositionSaver: Sendable {
  private struct Box {
    var changed: [PositionKey: @Sendable () -> String?] = [:]
    var cached: [PositionKey: String] = [:]
    var isWaiting = false
  }

  private let store: PositionsStore
  private let clock: any Clock<Duration>
  private let box = Mutex(Box())

  /// - Parameters:
  ///   - store: The store of the positions.
  ///   - clock: The clock that measures the second.
  public init(_ store: PositionsStore, clock: any Clock<Duration>) {
    self.store = store
    self.clock = clock
  }

  /// Returns the position of a key; nil if there is none.
  public func position(_ key: PositionKey) async -> String? { await positions([key])[key] }

  /// Returns the positions of some keys, also those that are not saved yet; a key without one is missing.
  public func positions(_ keys: [PositionKey]) async -> [PositionKey: String] {
    let positions = (try? await store.positions(keys)) ?? [:]
    let changed = box.withLock { box in
      box.cached.merge(positions) { old, _ in old }
      return keys.compactMap { key in box.changed[key].map { (key, $0) } }
    }
    return changed.reduce(into: positions) { positions, change in
      positions[change.0] = change.1() ?? positions[change.0]
    }
  }

  /// Records that the position of a key may have changed. It returns without waiting, because it is called while a key
  /// press is handled.
  /// - Parameters:
  ///   - key: The key of the position.
  ///   - position: Returns the position when it is saved; nil for none.
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

  /// Saves the changed positions.
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
    guard !new.isEmpty else { return }
    do {
      try await store.save(new)
    } catch {
      // The next change saves them too, or the end.
      box.withLock { box in
        for (key, position) in new {
          if box.cached[key] == position { box.cached[key] = nil }
          if box.changed[key] == nil { box.changed[key] = { position } }
        }
      }
    }
  }
}
