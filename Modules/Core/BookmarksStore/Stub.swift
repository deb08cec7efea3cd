import Feed
import Observed

extension BookmarksStore {
  /// Nothing is bookmarked, and nothing ever is.
  public static var stub: Self {
    Self(
      add: { _ in nil }, remove: { _, _ in nil }, marked: { _, _ in [] },
      window: { _, anchor, before, after in
        var window = try await Feed<Bookmark>.stub([]).window(anchor, before, after)
        window.fetchedAt = nil
        return window
      },
      changes: .none)
  }

  /// Fails at every endpoint; nothing ever changes.
  public static func failing(_ error: any Error) -> Self {
    Self(
      add: { _ in throw error }, remove: { _, _ in throw error }, marked: { _, _ in throw error },
      window: { _, _, _, _ in throw error }, changes: .none)
  }
}
