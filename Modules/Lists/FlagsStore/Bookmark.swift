public import Essentials

/// A bookmarked item.
public struct Bookmark: Hashable, Sendable, Identifiable {
  /// The kind of the item.
  public var kind: ItemKind
  /// The identity of the item, as text.
  public var id: String
  /// The date when the bookmark was added. The newest bookmark comes first.
  public var addedAt: Date

  public init(kind: ItemKind, id: String, addedAt: Date) {
    self.kind = kind
    self.id = id
    self.addedAt = addedAt
  }
}

/// The undo of a change of a bookmark.
public enum BookmarkUndo: Hashable, Sendable {
  /// The bookmark was added; the undo removes it.
  case added(Bookmark)
  /// The bookmark was removed; the undo adds it again with its old date.
  case removed(Bookmark)
}

extension FlagsStore {
  /// Undoes a change of a bookmark, unless it was undone before.
  /// - Throws: The errors of every change.
  public func undo(_ undo: BookmarkUndo) async throws {
    switch undo {
    case .added(let bookmark): _ = try await removeBookmark(bookmark.kind, bookmark.id)
    case .removed(let bookmark): _ = try await addBookmark(bookmark)
    }
  }
}
