// Saved positions in lists and pages.

public import FlagsStore

/// The key of a position: a kind, such as "list" or "post", and the one of that kind.
public struct PositionKey: Hashable, Sendable {
  /// The kind: "list" or "post".
  public var kind: ItemKind
  /// The identity within the kind.
  public var id: String

  public init(_ kind: ItemKind, _ id: String) {
    self.kind = kind
    self.id = id
  }
}

/// A store of reading positions: the section, the row of a list, the line of a post. Each is a text whose format the
/// caller defines.
///
/// The errors are `DatabaseError` and `CancellationError`.
public struct PositionsStore: Sendable {
  /// Returns the positions of some keys; a key without one is missing.
  public var positions: @Sendable (_ keys: [PositionKey]) async throws -> [PositionKey: String]
  /// Saves positions, each in place of the previous one of its key.
  public var save: @Sendable (_ positions: [PositionKey: String]) async throws -> Void

  public init(
    positions: @escaping @Sendable (_ keys: [PositionKey]) async throws -> [PositionKey: String],
    save: @escaping @Sendable (_ positions: [PositionKey: String]) async throws -> Void
  ) {
    self.positions = positions
    self.save = save
  }
}
