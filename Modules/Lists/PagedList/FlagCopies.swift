import Concurrency
public import FlagsStore
import Synchronization

/// Updates the copies of flags in a list's store.
final class FlagCopies: Sendable {
  private let flags: FlagsStore
  private let kind: ItemKind
  /// Whether many changes are being copied in the background.
  private let isCopying = Atomic(false)

  /// Writes the items of sweeps, one pass after the other.
  private let writing = CommandQueue()

  /// The number of changes that are copied, or of items that are written, in one transaction.
  private static var portion: Int { 5_000 }

  init(flags: FlagsStore, kind: ItemKind) {
    self.flags = flags
    self.kind = kind
  }

  /// Copies the flags that have changed since the last time.
  /// - Parameter waitsForAll: Whether to wait for all changes. If false, the changes behind the first portion are copied
  ///   in the background, and each portion signals a change of the list.
  /// - Returns: The error if the flags cannot be read; the copies are unchanged then.
  /// - Throws: `CancellationError`.
  func catchUp<Item>(_ store: ListStore<Item>, waitsForAll: Bool) async throws -> (any Error)? {
    if !waitsForAll, isCopying.load(ordering: .relaxed) { return nil }
    var waitsForAll = waitsForAll
    do {
      let version = try await flags.version(kind)
      // A store that cannot be read fails when the list is read, so its error is not reported here.
      while let copied = try? await store.flagsVersion(), !copied.reaches(version) {
        let changes = try await flags.changed(kind, copied == .none ? nil : copied, Self.portion)
        guard (try? await store.copyFlags(changes, copied)) != nil else { break }
        if changes.sweeps.contains(where: { $0.written != nil }) {
          Task(priority: .background) { await writeSwept(store) }
        }
        // The first copy is waited for: a list without any flags would show every item as unread.
        if changes.isFromStart { waitsForAll = true }
        if changes.hasMore, !waitsForAll {
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

  /// Writes the items of sweeps to the state, so that they survive the deletion of the list. It runs in the background
  /// and continues after the last item that was written.
  func writeSwept<Item>(_ store: ListStore<Item>) async {
    // A sweep that arrives while a pass ends is written by the next one.
    await writing.add { while await self.writePortion(store) {} }.value
  }

  /// Writes some items of the oldest sweep whose items this list has. Sweeps from before this list was created are
  /// skipped.
  /// - Returns: Whether items were written.
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
      _ = try? await catchUp(store, waitsForAll: true)
      isCopying.store(false, ordering: .relaxed)
    }
  }
}

extension ListStore {
  /// Writes which items are read to the state, as far as that is not done yet, so that they stay read when the list is
  /// deleted.
  /// - Throws: The error of a store.
  public func saveReadItems(in flags: FlagsStore, _ kind: ItemKind) async throws {
    guard try await !flags.unwrittenSweeps(kind).isEmpty else { return }
    let copies = FlagCopies(flags: flags, kind: kind)
    if let failure = try await copies.catchUp(self, waitsForAll: true) { throw failure }
    await copies.writeSwept(self)
  }
}

extension FlagsVersion {
  /// Returns whether copies of this version include all changes of another.
  fileprivate func reaches(_ other: Self) -> Bool { epoch == other.epoch && revision >= other.revision }
}
