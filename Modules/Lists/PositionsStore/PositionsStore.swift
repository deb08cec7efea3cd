// Saved positions in lists and pages.

public import ItemKind

/// Names what a reader was at: a kind, "list" or "post", and which one of it.
public struct PositionKey: Hashable, Sendable {
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
public struct PositionsStore: Sendable {
  /// The places of some keys; one that is missing is not known.
  public var positions: @Sendable (_ keys: [PositionKey]) async throws -> [PositionKey: String]
  /// Keeps places, each instead of the one before under its key.
  public var save: @Sendable (_ positions: [PositionKey: String]) async throws -> Void

  public init(
    positions: @escaping @Sendable (_ keys: [PositionKey]) async throws -> [PositionKey: String],
    save: @escaping @Sendable (_ positions: [PositionKey: String]) async throws -> Void
  ) {
    self.positions = positions
    self.save = save
  }
}
