public import FlagsStore
public import ItemKind
public import Observed

/// What the reader has marked an item with.
public struct ItemMark: Hashable, Sendable {
  /// Whether it was read.
  public var isRead: Bool
  /// Whether it is bookmarked.
  public var isBookmarked: Bool
  /// Whether it came since the reader was last there, and was not read.
  public var isNew: Bool

  public init(isRead: Bool = false, isBookmarked: Bool = false, isNew: Bool = false) {
    (self.isRead, self.isBookmarked, self.isNew) = (isRead, isBookmarked, isNew)
  }
}

/// The reader's marks of the items of one kind: which were read, and which are bookmarked. When a change returns, it is
/// safe on disk.
///
/// The errors are `DatabaseError` and `CancellationError`; after one, nothing has changed.
public struct ItemMarks<ID: Hashable & Sendable>: Sendable {
  /// The marks of some items; one that is missing has none.
  public var marks: @Sendable (_ ids: [ID]) async throws -> [ID: ItemMark]
  /// Marks items as read, and returns how many were not. Those are the batch's.
  public var addRead: @Sendable (_ ids: [ID], _ batch: ReadBatch) async throws -> Int
  /// Marks items as unread, and returns what takes that back; nil where none was read.
  public var removeRead: @Sendable (_ ids: [ID]) async throws -> MarkUndo?
  /// Bookmarks an item, or takes its bookmark away, and returns what takes that back; nil where nothing changed.
  public var setBookmarked: @Sendable (_ id: ID, _ isBookmarked: Bool) async throws -> MarkUndo?
  /// Takes a change back, unless that has happened already.
  public var undo: @Sendable (_ undo: MarkUndo) async throws -> Void
  /// The items that were read, listed or not.
  public var readIDs: @Sendable () async throws -> [ID]
  /// An element after every change of a mark, here or in another process, once it is noticed.
  public var changes: ChangeSignal

  public init(
    marks: @escaping @Sendable (_ ids: [ID]) async throws -> [ID: ItemMark],
    addRead: @escaping @Sendable (_ ids: [ID], _ batch: ReadBatch) async throws -> Int,
    removeRead: @escaping @Sendable (_ ids: [ID]) async throws -> MarkUndo?,
    setBookmarked: @escaping @Sendable (_ id: ID, _ isBookmarked: Bool) async throws -> MarkUndo?,
    undo: @escaping @Sendable (_ undo: MarkUndo) async throws -> Void,
    readIDs: @escaping @Sendable () async throws -> [ID],
    changes: ChangeSignal
  ) {
    self.marks = marks
    self.addRead = addRead
    self.removeRead = removeRead
    self.setBookmarked = setBookmarked
    self.undo = undo
    self.readIDs = readIDs
    self.changes = changes
  }
}

/// What takes a change of marks back.
public enum MarkUndo: Hashable, Sendable {
  /// A bookmark was added or removed.
  case bookmark(BookmarkUndo)
  /// So many items were marked as read.
  case read(ReadBatch, count: Int)
  /// These were marked as unread, each marked as read by a batch.
  case unread(ItemKind, [String: ReadBatch])
}
