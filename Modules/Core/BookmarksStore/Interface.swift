public import Feed
public import ItemKind
public import Observed

/// Keeps bookmarks of any kind of item. They cannot be had again: when a change returns, it is safe on disk.
///
/// The errors are `DatabaseError` and `CancellationError`; after one, nothing has changed.
public struct BookmarksStore: Sendable {
  /// Adds a bookmark, and returns what takes that back; where the item has one, that stays, and nil is returned.
  public var add: @Sendable (_ bookmark: Bookmark) async throws -> BookmarkUndo?
  /// Removes the bookmark of an item, and returns what takes that back; nil where it has none.
  public var remove: @Sendable (_ kind: ItemKind, _ id: String) async throws -> BookmarkUndo?
  /// Those of some items that have a bookmark.
  public var marked: @Sendable (_ kind: ItemKind, _ ids: [String]) async throws -> Set<String>
  /// Up to `before` bookmarks of a kind before an anchor, the one at the anchor, and up to `after` behind it, newest
  /// first, and how many there are, at one moment. The window is complete, and has no date.
  public var window:
    @Sendable (_ kind: ItemKind, _ anchor: Feed<Bookmark>.Anchor, _ before: Int, _ after: Int) async throws
      -> Feed<Bookmark>.Window
  /// An element after every change, here or in another process, once it is noticed.
  public var changes: ChangeSignal

  public init(
    add: @escaping @Sendable (_ bookmark: Bookmark) async throws -> BookmarkUndo?,
    remove: @escaping @Sendable (_ kind: ItemKind, _ id: String) async throws -> BookmarkUndo?,
    marked: @escaping @Sendable (_ kind: ItemKind, _ ids: [String]) async throws -> Set<String>,
    window:
      @escaping @Sendable (_ kind: ItemKind, _ anchor: Feed<Bookmark>.Anchor, _ before: Int, _ after: Int)
      async throws -> Feed<Bookmark>.Window,
    changes: ChangeSignal
  ) {
    self.add = add
    self.remove = remove
    self.marked = marked
    self.window = window
    self.changes = changes
  }
}

extension BookmarksStore {
  /// Takes a change back, unless that has happened already.
  /// - Throws: as every change.
  public func undo(_ undo: BookmarkUndo) async throws {
    switch undo {
    case .added(let bookmark): _ = try await remove(bookmark.kind, bookmark.id)
    case .removed(let bookmark): _ = try await add(bookmark)
    }
  }
}
