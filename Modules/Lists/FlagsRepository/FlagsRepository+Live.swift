public import Essentials
public import FlagsStore
import Observed
public import PagedList

extension FlagsRepository {
  /// Returns the flags of one kind of item.
  /// - Parameters:
  ///   - kind: The kind of the items.
  ///   - flags: The store of the flags of all kinds.
  ///   - list: The list of the items, which knows the items that sweeps mark.
  ///   - idText: Converts an identity to its text in the store.
  ///   - now: The current date, with which bookmarks are saved.
  public static func live<Item>(
    _ kind: ItemKind, flags: FlagsStore, list: ListReader<Item>,
    idText: @escaping @Sendable (_ id: ID) -> String,
    now: @escaping @Sendable () -> Date
  ) -> Self where Item.ID == ID {
    Self(
      flags: { ids in try await list.flags(ids) },
      addRead: { try await flags.addRead(kind, $0.map(idText), $1) },
      sweep: { arrival, spared, batch in
        // The list must have copied flags once; otherwise it would take this sweep for one from before the list.
        _ = try await flags.addRead(kind, [], batch)
        _ = try await list.flags([])
        try await flags.sweep(kind, arrival, spared.map(idText), batch)
      },
      removeRead: { ids in
        let read = try await list.flags(ids).filter { $0.value.isRead }.keys
        let removed = try await flags.removeRead(kind, read.map(idText))
        return removed.isEmpty ? nil : .unread(kind, removed)
      },
      setBookmarked: { id, isBookmarked in
        guard isBookmarked else { return try await flags.removeBookmark(kind, idText(id)).map { .unbookmarked($0) } }
        let bookmark = Bookmark(kind: kind, id: idText(id), addedAt: now())
        return try await flags.addBookmark(bookmark) ? .bookmarked(bookmark) : nil
      },
      undo: { undo in
        switch undo {
        case .bookmarked(let bookmark): _ = try await flags.removeBookmark(bookmark.kind, bookmark.id)
        case .unbookmarked(let bookmark): _ = try await flags.addBookmark(bookmark)
        case .read(let batch, _): _ = try await flags.undoRead(batch, nil)
        case .unread(let kind, let batches):
          // Each item gets back the batch that had marked it, so that the batch can still be undone.
          for (batch, items) in Dictionary(grouping: batches, by: { $0.value }) {
            _ = try await flags.addRead(kind, items.map { $0.key }, batch)
          }
        }
      },
      // Several parts of a screen observe this; merging lets them share one observation of the store.
      changes: .merging(flags.changes))
  }

  /// Returns a repository whose endpoints all fail and that never signals a change.
  public static func failing(_ error: any Error) -> Self {
    Self(
      flags: { _ in throw error }, addRead: { _, _ in throw error },
      sweep: { _, _, _ in throw error }, removeRead: { _ in throw error },
      setBookmarked: { _, _ in throw error }, undo: { _ in throw error },
      changes: .none)
  }
}
