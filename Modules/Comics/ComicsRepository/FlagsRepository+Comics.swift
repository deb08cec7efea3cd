public import ComicDomain
public import Essentials
public import FlagsRepository
public import FlagsStore
public import ItemKind
public import PagedList

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

extension FlagsRepository<Comic.ID> {
  /// The marks of comics, out of the store of all kinds.
  public static func comics<Item>(
    flags: FlagsStore, list: ListReader<Item>, now: @escaping @Sendable () -> Date
  ) -> Self where Item.ID == ID {
    .live(
      .comic, flags: flags, list: list, idText: \.description, now: now)
  }
}
