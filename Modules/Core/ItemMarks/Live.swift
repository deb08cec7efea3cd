public import BookmarksStore
public import Essentials
public import ItemKind
import Observed
public import ReadMarksStore

extension ItemMarks {
  /// The marks of one kind of item, out of the stores of all kinds.
  /// - `idText`: the text that names an item in the stores, and `id` the item of a text.
  /// - `now`: the date that bookmarks are made with.
  public static func live(
    _ kind: ItemKind, reads: ReadMarksStore, bookmarks: BookmarksStore,
    idText: @escaping @Sendable (_ id: ID) -> String, id: @escaping @Sendable (_ text: String) -> ID,
    now: @escaping @Sendable () -> Date
  ) -> Self {
    Self(
      marks: { ids in
        let texts = ids.map(idText)
        async let bookmarked = bookmarks.marked(kind, texts)
        let read = try await reads.marked(kind, texts)
        let marked = try await bookmarked
        let marks = zip(ids, texts).map { ($0, ItemMark(isRead: read.contains($1), isBookmarked: marked.contains($1))) }
        return Dictionary(marks.filter { $0.1 != ItemMark() }) { first, _ in first }
      },
      addRead: { try await reads.add(kind, $0.map(idText), $1) },
      removeRead: { ids in
        let removed = try await reads.remove(kind, ids.map(idText))
        return removed.isEmpty ? nil : .unread(kind, removed)
      },
      setBookmarked: { id, isBookmarked in
        let undo =
          isBookmarked
          ? try await bookmarks.add(Bookmark(kind: kind, id: idText(id), addedAt: now()))
          : try await bookmarks.remove(kind, idText(id))
        return undo.map { .bookmark($0) }
      },
      undo: { undo in
        switch undo {
        case .bookmark(let undo): try await bookmarks.undo(undo)
        case .read(let batch, _): _ = try await reads.takeBack(batch)
        case .unread(let kind, let batches):
          // What marked them can be taken back as before.
          for (id, batch) in batches { _ = try await reads.add(kind, [id], batch) }
        }
      },
      readIDs: { last, limit in try await reads.ids(kind, last.map(idText), limit).map(id) },
      changes: .merging(reads.changes, bookmarks.changes))
  }

  /// Fails at every endpoint; nothing ever changes.
  public static func failing(_ error: any Error) -> Self {
    Self(
      marks: { _ in throw error }, addRead: { _, _ in throw error }, removeRead: { _ in throw error },
      setBookmarked: { _, _ in throw error }, undo: { _ in throw error }, readIDs: { _, _ in throw error },
      changes: .none)
  }
}
