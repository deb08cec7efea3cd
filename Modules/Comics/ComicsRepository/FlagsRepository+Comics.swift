public import ComicDomain
public import Essentials
public import FlagsRepository
public import FlagsStore
public import PagedList

extension ItemKind {
  /// Comics, identified by their numbers.
  public static let comic = Self("comic")
}

extension Bookmark {
  /// Creates a bookmark whose identifier is the comic's number.
  public init(_ id: Comic.ID, addedAt: Date) { self.init(kind: .comic, id: id.description, addedAt: addedAt) }
}

extension Comic.ID {
  /// Creates the ID of a comic from the identifier of its bookmark.
  public init(bookmark text: String) { self.init(Int(text) ?? 0) }
}

extension FlagsRepository<Comic.ID> {
  /// Returns the flags of comics, from the store of all kinds of items.
  public static func comics<Item>(
    flags: FlagsStore, list: ListReader<Item>, now: @escaping @Sendable () -> Date
  ) -> Self where Item.ID == ID {
    .live(
      .comic, flags: flags, list: list, idText: \.description, now: now)
  }
}
