public import Essentials
public import ItemKind

/// What a reader has marked to find it again.
public struct Bookmark: Hashable, Sendable, Identifiable {
  /// The kind of the item.
  public var kind: ItemKind
  /// The item's identifier, as text.
  public var id: String
  /// When it was marked: the newest bookmark stands first.
  public var addedAt: Date

  public init(kind: ItemKind, id: String, addedAt: Date) {
    self.kind = kind
    self.id = id
    self.addedAt = addedAt
  }
}

/// What takes a change of a bookmark back.
public enum BookmarkUndo: Hashable, Sendable {
  /// It was added: it goes away again.
  case added(Bookmark)
  /// It was removed: it comes back to where it was.
  case removed(Bookmark)
}

extension FlagsStore {
  /// Takes a change of a bookmark back, unless that has happened already.
  /// - Throws: as every change.
  public func undo(_ undo: BookmarkUndo) async throws {
    switch undo {
    case .added(let bookmark): _ = try await removeBookmark(bookmark.kind, bookmark.id)
    case .removed(let bookmark): _ = try await addBookmark(bookmark)
    }
  }
}
