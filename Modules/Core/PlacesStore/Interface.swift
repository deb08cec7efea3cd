public import ItemKind

/// Names what a reader was at: a kind, "list" or "post", and which one of it.
public struct PlaceKey: Hashable, Sendable {
  /// What it is.
  public var kind: ItemKind
  /// Which one.
  public var id: String

  public init(_ kind: ItemKind, _ id: String) { (self.kind, self.id) = (kind, id) }
}

/// Keeps where the reader was: in which section, at which row, at which line of a post. What a place looks like as a text
/// is for those who make it.
///
/// The errors are `DatabaseError` and `CancellationError`.
public struct PlacesStore: Sendable {
  /// The places of some keys; one that is missing is not known.
  public var places: @Sendable (_ keys: [PlaceKey]) async throws -> [PlaceKey: String]
  /// Keeps places, each instead of the one before under its key.
  public var save: @Sendable (_ places: [PlaceKey: String]) async throws -> Void

  public init(
    places: @escaping @Sendable (_ keys: [PlaceKey]) async throws -> [PlaceKey: String],
    save: @escaping @Sendable (_ places: [PlaceKey: String]) async throws -> Void
  ) {
    self.places = places
    self.save = save
  }
}
