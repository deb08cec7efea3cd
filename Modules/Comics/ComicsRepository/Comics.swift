public import BookmarksStore
public import ComicDomain
public import Essentials
public import ItemKind

extension ItemKind {
  /// Comics, by their number.
  public static let comic = Self("comic")
}

extension Bookmark {
  /// A bookmark's identifier is the comic's number.
  public init(_ id: Comic.ID, addedAt: Date) { self.init(kind: .comic, id: id.description, addedAt: addedAt) }
}

extension Comic.ID {
  /// The comic that a bookmark of the kind `comic` names.
  public init(bookmark text: String) { self.init(Int(text) ?? 0) }
}
