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
