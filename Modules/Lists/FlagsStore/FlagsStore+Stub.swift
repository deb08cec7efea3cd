import Observed

extension FlagsStore {
  /// Returns a store without flags that ignores every change.
  public static var stub: Self {
    Self(
      flags: { _, _ in [:] }, addRead: { _, _, _ in 0 }, removeRead: { _, _ in [:] },
      sweep: { _, _, _, _ in }, unwrittenSweeps: { _ in [] }, addSwept: { _, _, _ in }, undoRead: { _, _ in 0 },
      addBookmark: { _ in false }, removeBookmark: { _, _ in nil }, bookmarks: { _ in [] }, removeAll: { _ in },
      version: { _ in .none },
      changed: { _, _, _ in FlagChanges(changes: [], version: .none, isFromStart: true, hasMore: false) },
      changes: .none)
  }

  /// Returns a store whose endpoints all fail and that never signals a change.
  public static func failing(_ error: any Error) -> Self {
    Self(
      flags: { _, _ in throw error }, addRead: { _, _, _ in throw error }, removeRead: { _, _ in throw error },
      sweep: { _, _, _, _ in throw error }, unwrittenSweeps: { _ in throw error }, addSwept: { _, _, _ in throw error },
      undoRead: { _, _ in throw error }, addBookmark: { _ in throw error }, removeBookmark: { _, _ in throw error },
      bookmarks: { _ in throw error }, removeAll: { _ in throw error },
      version: { _ in throw error }, changed: { _, _, _ in throw error }, changes: .none)
  }
}
