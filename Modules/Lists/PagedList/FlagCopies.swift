import FlagsStore
import ItemKind
import Synchronization

/// Brings the copies of flags in a list's store up to date.
final class FlagCopies: Sendable {
  private let flags: FlagsStore
  private let kind: ItemKind
  /// Whether many changes are being copied in the background.
  private let isCopying = Atomic(false)

  /// Whether items of sweeps are being written in the background.
  private let isWriting = Atomic(false)

  /// As many changes are copied at once.
  private static var portion: Int { 5_000 }

  init(flags: FlagsStore, kind: ItemKind) {
    self.flags = flags
    self.kind = kind
  }

  /// Copies what has changed since the last time.
  /// - Parameter isWhole: Whether all of it is waited for. If not, what many changes left is copied in the background, where
  ///   each portion signals a change of the list.
  /// - Returns: Why the flags cannot be read: the copies are as they were then.
  /// - Throws: `CancellationError`.
  func catchUp<Item>(_ store: ListStore<Item>, isWhole: Bool) async throws -> (any Error)? {
    if !isWhole, isCopying.load(ordering: .relaxed) { return nil }
    var isWhole = isWhole
    do {
      let version = try await flags.version(kind)
      // A store that cannot be read says so when the list is.
      while let copied = try? await store.flagsVersion(), !copied.reaches(version) {
        let changes = try await flags.changed(kind, copied == .none ? nil : copied, Self.portion)
        guard (try? await store.copyFlags(changes, copied)) != nil else { break }
        if changes.sweeps.contains(where: { $0.written != nil }) {
          Task(priority: .background) { await writeSwept(store) }
        }
        // Without any flags, nothing would look read for a while.
        if changes.isFromStart { isWhole = true }
        if changes.hasMore, !isWhole {
          copyRest(to: store)
          break
        }
      }
      try Task.checkCancellation()
      return nil
    } catch let error as CancellationError {
      throw error
    } catch {
      return error
    }
  }

  /// Writes the items of sweeps into the state, so that they survive the list. It waits for nobody, and goes on after the last
  /// that it has written.
  func writeSwept<Item>(_ store: ListStore<Item>) async {
    guard !isWriting.exchange(true, ordering: .relaxed) else { return }
    while await writePortion(store) {}
    isWriting.store(false, ordering: .relaxed)
  }

  /// Writes some items of the oldest sweep that the list knows; those of a list that is gone nobody knows.
  /// - Returns: Whether there was one.
  private func writePortion<Item>(_ store: ListStore<Item>) async -> Bool {
    for sweep in (try? await flags.unwrittenSweeps(kind)) ?? [] {
      if let ids = try? await store.swept(sweep, Self.portion) {
        return (try? await flags.addSwept(kind, sweep, ids)) != nil
      }
    }
    return false
  }

  private func copyRest<Item>(to store: ListStore<Item>) {
    guard !isCopying.exchange(true, ordering: .relaxed) else { return }
    Task {
      _ = try? await catchUp(store, isWhole: true)
      isCopying.store(false, ordering: .relaxed)
    }
  }
}

extension FlagsVersion {
  /// Whether copies of this version have all changes of another.
  fileprivate func reaches(_ other: Self) -> Bool { epoch == other.epoch && revision >= other.revision }
}
