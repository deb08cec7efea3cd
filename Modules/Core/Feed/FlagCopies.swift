import FlagsStore
import ItemKind

/// Brings the copies of flags in a list's store up to date.
struct FlagCopies: Sendable {
  let flags: FlagsStore
  let kind: ItemKind

  /// As many changes are copied at once.
  private static var portion: Int { 5_000 }

  /// Copies what has changed since the last time. Where flags cannot be read, or copies not written, those that are there
  /// stay: a list with older flags is better than none, and setting one says why it fails.
  /// - Throws: `CancellationError`.
  func catchUp<Item>(_ store: FeedStore<Item>) async throws {
    do {
      let version = try await flags.version(kind)
      var copied = try await store.flagsVersion()
      while copied != version {
        let changes = try await flags.changed(kind, copied == .none ? nil : copied, Self.portion)
        try await store.copyFlags(changes, copied)
        if !changes.hasMore { return }
        copied = changes.version
      }
    } catch let error as CancellationError {
      throw error
    } catch {}
  }
}
