// Flags of one kind of item, for its lists and screens.

public import Essentials
public import FlagsStore
public import ItemKind
public import Observed

/// What the reader has marked an item with.
public struct ItemMark: Hashable, Sendable {
  /// Whether it was read.
  public var isRead: Bool
  /// Whether it is bookmarked.
  public var isBookmarked: Bool
  /// The date when it came to a list that was known already; nil where it was there before, or nobody looked.
  public var arrivedAt: Date?

  public init(isRead: Bool = false, isBookmarked: Bool = false, arrivedAt: Date? = nil) {
    self.isRead = isRead
    self.isBookmarked = isBookmarked
    self.arrivedAt = arrivedAt
  }

  /// - `arrivedAt`: the date when the item came to a list that was known already.
  public init(_ flags: ItemFlags, arrivedAt: Date? = nil) {
    self.init(isRead: flags.isRead, isBookmarked: flags.bookmarkedAt != nil, arrivedAt: arrivedAt)
  }

  /// Whether the item came after a date, and was not read.
  public func isNew(since date: Date?) -> Bool {
    guard let date, let arrivedAt else { return false }
    return !isRead && arrivedAt > date
  }
}

/// The reader's marks of the items of one kind: which were read, and which are bookmarked. When a change returns, it is
/// safe on disk.
///
/// The errors are `DatabaseError` and `CancellationError`; after one, nothing has changed.
public struct FlagsRepository<ID: Hashable & Sendable>: Sendable {
  /// The marks of some items; one that is missing has none.
  public var marks: @Sendable (_ ids: [ID]) async throws -> [ID: ItemMark]
  /// Marks items as read, and returns how many were not. Those are the batch's.
  public var addRead: @Sendable (_ ids: [ID], _ batch: ReadBatch) async throws -> Int
  /// Marks everything that had arrived by a number as read. That is the batch's.
  public var sweep: @Sendable (_ arrival: Int64, _ batch: ReadBatch) async throws -> Void
  /// Marks items as unread, and returns what takes that back; nil where none was read.
  public var removeRead: @Sendable (_ ids: [ID]) async throws -> FlagUndo?
  /// Bookmarks an item, or takes its bookmark away, and returns what takes that back; nil where nothing changed.
  public var setBookmarked: @Sendable (_ id: ID, _ isBookmarked: Bool) async throws -> FlagUndo?
  /// Takes a change back, unless that has happened already.
  public var undo: @Sendable (_ undo: FlagUndo) async throws -> Void
  /// An element after every change of a mark, here or in another process, once it is noticed.
  public var changes: ChangeSignal

  public init(
    marks: @escaping @Sendable (_ ids: [ID]) async throws -> [ID: ItemMark],
    addRead: @escaping @Sendable (_ ids: [ID], _ batch: ReadBatch) async throws -> Int,
    sweep: @escaping @Sendable (_ arrival: Int64, _ batch: ReadBatch) async throws -> Void,
    removeRead: @escaping @Sendable (_ ids: [ID]) async throws -> FlagUndo?,
    setBookmarked: @escaping @Sendable (_ id: ID, _ isBookmarked: Bool) async throws -> FlagUndo?,
    undo: @escaping @Sendable (_ undo: FlagUndo) async throws -> Void,
    changes: ChangeSignal
  ) {
    self.marks = marks
    self.addRead = addRead
    self.sweep = sweep
    self.removeRead = removeRead
    self.setBookmarked = setBookmarked
    self.undo = undo
    self.changes = changes
  }
}

/// What takes a change of marks back.
public enum FlagUndo: Hashable, Sendable {
  /// A bookmark was added or removed.
  case bookmark(BookmarkUndo)
  /// So many items were marked as read.
  case read(ReadBatch, count: Int)
  /// These were marked as unread, each marked as read by a batch.
  case unread(ItemKind, [String: ReadBatch])
}
