import Feed
import ItemKind
import Observed
import Synchronization

extension BookmarksStore {
  /// Behaves, and forgets at exit.
  public static func memory(_ bookmarks: [Bookmark] = []) -> Self {
    let (kept, changes) = (KeptBookmarks(bookmarks), ChangeSource())
    return Self(
      add: { bookmark in
        guard kept.add(bookmark) else { return nil }
        changes.send()
        return .added(bookmark)
      },
      remove: { kind, id in
        guard let bookmark = kept.remove(kind, id) else { return nil }
        changes.send()
        return .removed(bookmark)
      },
      marked: { kind, ids in Set(kept.all(kind).map(\.id)).intersection(ids) },
      window: { kind, anchor, before, after in
        var window = try await Feed.stub(kept.all(kind)).window(anchor, before, after)
        window.fetchedAt = nil
        return window
      },
      changes: changes.signal)
  }

  /// Fails at every endpoint; nothing ever changes.
  public static func failing(_ error: any Error) -> Self {
    Self(
      add: { _ in throw error }, remove: { _, _ in throw error }, marked: { _, _ in throw error },
      window: { _, _, _, _ in throw error }, changes: .none)
  }
}

private final class KeptBookmarks: Sendable {
  private let bookmarks: Mutex<[Bookmark]>

  init(_ bookmarks: [Bookmark]) { self.bookmarks = Mutex(bookmarks) }

  func all(_ kind: ItemKind) -> [Bookmark] {
    bookmarks.withLock { $0 }.filter { $0.kind == kind }.sorted { $0.precedes($1) }
  }

  func add(_ bookmark: Bookmark) -> Bool {
    bookmarks.withLock { bookmarks in
      if bookmarks.contains(where: { $0.kind == bookmark.kind && $0.id == bookmark.id }) { return false }
      bookmarks.append(bookmark)
      return true
    }
  }

  func remove(_ kind: ItemKind, _ id: String) -> Bookmark? {
    bookmarks.withLock { bookmarks in
      bookmarks.firstIndex { $0.kind == kind && $0.id == id }.map { bookmarks.remove(at: $0) }
    }
  }
}
