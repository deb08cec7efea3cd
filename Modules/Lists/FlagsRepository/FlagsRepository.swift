// Flags of one kind of item, for its lists and screens.

public import Essentials
public import FlagsStore
public import Observed

/// The flags of the items of one kind: which were read, and which are bookmarked. When a change returns, it is saved on
/// disk.
///
/// The errors are `DatabaseError` and `CancellationError`; after one, nothing has changed.
public struct FlagsRepository<ID: Hashable & Sendable>: Sendable {
  /// Returns the flags of some items; an item without flags is missing.
  public var flags: @Sendable (_ ids: [ID]) async throws -> [ID: ItemFlags]
  /// Marks items as read, and returns the number of those that were unread. They belong to the batch.
  public var addRead: @Sendable (_ ids: [ID], _ batch: ReadBatch) async throws -> Int
  /// Marks all items that had arrived by a number as read, except those that are spared. They belong to the batch.
  public var sweep: @Sendable (_ arrival: Int64, _ spared: [ID], _ batch: ReadBatch) async throws -> Void
  /// Marks items as unread, and returns the undo of the change; nil if none was read.
  public var removeRead: @Sendable (_ ids: [ID]) async throws -> FlagUndo?
  /// Adds or removes the bookmark of an item, and returns the undo of the change; nil if nothing changed.
  public var setBookmarked: @Sendable (_ id: ID, _ isBookmarked: Bool) async throws -> FlagUndo?
  /// Undoes a change, unless it was undone before.
  public var undo: @Sendable (_ undo: FlagUndo) async throws -> Void
  /// Signals every change of flags, here or in another process.
  public var changes: ChangeSignal
}

/// The undo of a change of flags.
public enum FlagUndo: Hashable, Sendable {
  /// A bookmark was added.
  case bookmarked(Bookmark)
  /// A bookmark was removed, and gets its old date back.
  case unbookmarked(Bookmark)
  /// A number of items were marked as read by a batch.
  case read(ReadBatch, count: Int)
  /// Items were marked as unread; each had been marked as read by a batch.
  case unread(ItemKind, [String: ReadBatch])
}

/// Returns a source of dates for bookmarks in tests and stubs. Each date is a second later than the one before.
public func countingDates() -> @Sendable () -> Date {
  let last = Observed(Date.distantPast)
  return {
    last.update { date in
      date += 1
      return date
    }
  }
}
