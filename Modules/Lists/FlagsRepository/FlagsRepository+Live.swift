public import Essentials
public import FlagsStore
public import ItemKind
import Observed
public import PagedList

extension FlagsRepository {
  /// The marks of one kind of item, out of the store of all kinds.
  /// - `list`: knows what sweeps mark.
  /// - `idText`: the text that names an item in the store.
  /// - `now`: the date that bookmarks are made with.
  public static func live<Item>(
    _ kind: ItemKind, flags: FlagsStore, list: ListReader<Item>,
    idText: @escaping @Sendable (_ id: ID) -> String,
    now: @escaping @Sendable () -> Date
  ) -> Self where Item.ID == ID {
    Self(
      marks: { ids in try await list.flags(ids).mapValues { ItemMark($0) } },
      addRead: { try await flags.addRead(kind, $0.map(idText), $1) },
      sweep: { arrival, batch in
        // A list that has never copied flags would take the sweep for one that is older than it.
        _ = try await flags.addRead(kind, [], batch)
        _ = try await list.flags([])
        try await flags.sweep(kind, arrival, batch)
      },
      removeRead: { ids in
        let read = try await list.flags(ids).filter { $0.value.isRead }.keys
        let removed = try await flags.removeRead(kind, read.map(idText))
        return removed.isEmpty ? nil : .unread(kind, removed)
      },
      setBookmarked: { id, isBookmarked in
        let undo =
          isBookmarked
          ? try await flags.addBookmark(Bookmark(kind: kind, id: idText(id), addedAt: now()))
          : try await flags.removeBookmark(kind, idText(id))
        return undo.map { .bookmark($0) }
      },
      undo: { undo in
        switch undo {
        case .bookmark(let undo): try await flags.undo(undo)
        case .read(let batch, _): _ = try await flags.takeBackRead(batch)
        case .unread(let kind, let batches):
          // What marked them can be taken back as before.
          for (batch, items) in Dictionary(grouping: batches, by: \.value) {
            _ = try await flags.addRead(kind, items.map(\.key), batch)
          }
        }
      },
      // Several parts of a screen watch this: the store is watched once.
      changes: .merging(flags.changes))
  }

  /// Fails at every endpoint; nothing ever changes.
  public static func failing(_ error: any Error) -> Self {
    Self(
      marks: { _ in throw error }, addRead: { _, _ in throw error },
      sweep: { _, _ in throw error }, removeRead: { _ in throw error },
      setBookmarked: { _, _ in throw error }, undo: { _ in throw error },
      changes: .none)
  }
}
