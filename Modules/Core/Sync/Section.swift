public import Essentials
public import Observed

/// All that a server has of one kind, for reading it without a network later: its posts, say.
public struct SyncSection: Sendable {
  /// Gets it and keeps it, item by item: whoever stops it has what was kept until then, and the next run gets first what
  /// is missing. One item that fails does not keep the others away. What came of it is in the tally; it ends early where
  /// the task is cancelled.
  public var run: @Sendable (_ options: SyncOptions, _ tally: Observed<SyncTally>) async -> Void

  public init(run: @escaping @Sendable (_ options: SyncOptions, _ tally: Observed<SyncTally>) async -> Void) {
    self.run = run
  }

  /// Is done at once, with this result.
  public static func stub(_ result: SyncTally) -> Self { Self { _, tally in tally.replace(with: result) } }

  /// Gets nothing, for this reason.
  public static func failing(_ error: any Error) -> Self {
    Self { _, tally in tally.update { $0.ending = error } }
  }
}

/// What is wanted of a section.
public struct SyncOptions: Hashable, Sendable {
  /// Only so many items from the beginning of the list; nil for all.
  public var limit: Int?
  /// Of items that say that they are older, only what the list itself has; nil for everything.
  public var since: Date?
  /// Whether the pictures of all items are wanted, or only of those that are bookmarked.
  public var allPictures: Bool

  public init(limit: Int? = nil, since: Date? = nil, allPictures: Bool = false) {
    (self.limit, self.since, self.allPictures) = (limit, since, allPictures)
  }
}

/// What belongs to items and is kept apart from their list, such as comments and pictures.
public struct SyncParts<ID: Hashable & Sendable>: Sendable {
  /// When all of it was last kept for an item; nil where something is missing.
  public var keptAt: @Sendable (_ id: ID) async -> Date?
  /// Asks the server for all of it, unless it is known to be the latest, and keeps it.
  /// - Throws: why something is not the latest: `NothingKept` or `NetworkClient.Error`; `DatabaseError` where it could
  ///   not be kept; `NothingToKeep`; or `CancellationError`.
  public var keep: @Sendable (_ id: ID) async throws -> Void

  public init(
    keptAt: @escaping @Sendable (_ id: ID) async -> Date?, keep: @escaping @Sendable (_ id: ID) async throws -> Void
  ) {
    (self.keptAt, self.keep) = (keptAt, keep)
  }
}

/// The server is known not to have what belongs to an item, which is no failure.
public struct NothingToKeep: Error {
  public init() {}
}
