import FlagsStore
import ItemKind

/// Brings the copies of flags in a list's store up to date.
struct FlagCopies: Sendable {
  let flags: FlagsStore
  let kind: ItemKind

  /// As many changes are copied at once.
  private static var portion: Int { 5_000 }

  /// Copies what has changed since the last time.
  /// - Returns: Why the flags cannot be read: the copies are as they were then.
  /// - Throws: `CancellationError`.
  func catchUp<Item>(_ store: FeedStore<Item>) async throws -> (any Error)? {
    do {
      let version = try await flags.version(kind)
      // A store that cannot be read says so when the list is.
      while let copied = try? await store.flagsVersion(), !copied.reaches(version) {
        let changes = try await flags.changed(kind, copied == .none ? nil : copied, Self.portion)
        guard (try? await store.copyFlags(changes, copied)) != nil else { break }
      }
      try Task.checkCancellation()
      return nil
    } catch let error as CancellationError {
      throw error
    } catch {
      return error
    }
  }
}

extension FlagsVersion {
  /// Whether copies of this version have all changes of another.
  fileprivate func reaches(_ other: Self) -> Bool { epoch == other.epoch && revision >= other.revision }
}
