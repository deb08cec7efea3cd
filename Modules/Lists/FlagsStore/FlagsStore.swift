// Flags of items of every kind: which were read, and which are bookmarked.

public import Essentials
public import Observed

/// The flags of items of any kind: which were read, and which are bookmarked. They cannot be downloaded again, so a
/// change returns only when it is saved on disk.
///
/// The errors are `DatabaseError` and `CancellationError`; after one, nothing has changed.
public struct FlagsStore: Sendable {
  /// Returns the flags that are stored for single items; an item without flags is missing. The items that a sweep marks
  /// are known only to lists.
  public var flags: @Sendable (_ kind: ItemKind, _ ids: [String]) async throws -> [String: ItemFlags]
  /// Marks items as read, and returns the number of those that were unread. They belong to the batch, which can be
  /// undone as a whole.
  public var addRead: @Sendable (_ kind: ItemKind, _ ids: [String], _ batch: ReadBatch) async throws -> Int
  /// Marks items as unread, and returns those that were read, each with its batch.
  public var removeRead: @Sendable (_ kind: ItemKind, _ ids: [String]) async throws -> [String: ReadBatch]
  /// Marks all items of a list as read that had arrived by a number and are not covered by an earlier sweep, except those
  /// that are spared: they are unread. The sweep can be undone like a batch.
  public var sweep:
    @Sendable (_ kind: ItemKind, _ arrival: Int64, _ spared: [String], _ batch: ReadBatch) async throws -> Void
  /// Returns the sweeps in force whose items are not all written yet, the oldest first.
  public var unwrittenSweeps: @Sendable (_ kind: ItemKind) async throws -> [Sweep]
  /// Writes some items of a sweep, for lists that have not seen the sweep. They follow those written before; an empty
  /// array ends the items. Does nothing if other items were written meanwhile, or the sweep was undone.
  public var addSwept: @Sendable (_ kind: ItemKind, _ sweep: Sweep, _ ids: [String]) async throws -> Void
  /// Marks the items as unread that a batch marked as read and that are still read, and returns the number of those
  /// that were marked as single items. With identities, only these are marked, and no sweep is undone.
  public var undoRead: @Sendable (_ batch: ReadBatch, _ items: (kind: ItemKind, ids: [String])?) async throws -> Int
  /// Adds a bookmark, unless the item has one, and returns whether it did.
  public var addBookmark: @Sendable (_ bookmark: Bookmark) async throws -> Bool
  /// Removes the bookmark of an item and returns it; nil if there is none.
  public var removeBookmark: @Sendable (_ kind: ItemKind, _ id: String) async throws -> Bookmark?
  /// Returns the bookmarks of a kind, newest first.
  public var bookmarks: @Sendable (_ kind: ItemKind) async throws -> [Bookmark]
  /// Removes all flags of a kind.
  public var removeAll: @Sendable (_ kind: ItemKind) async throws -> Void
  /// Returns the version of the flags of a kind.
  public var version: @Sendable (_ kind: ItemKind) async throws -> FlagsVersion
  /// Returns the changes since a version, or all flags if that is nil.
  public var changed: @Sendable (_ kind: ItemKind, _ since: FlagsVersion?, _ limit: Int) async throws -> FlagChanges
  /// Signals every change, here or in another process.
  public var changes: ChangeSignal

  public init(
    flags: @escaping @Sendable (_ kind: ItemKind, _ ids: [String]) async throws -> [String: ItemFlags],
    addRead: @escaping @Sendable (_ kind: ItemKind, _ ids: [String], _ batch: ReadBatch) async throws -> Int,
    removeRead: @escaping @Sendable (_ kind: ItemKind, _ ids: [String]) async throws -> [String: ReadBatch],
    sweep:
      @escaping @Sendable (_ kind: ItemKind, _ arrival: Int64, _ spared: [String], _ batch: ReadBatch) async throws ->
      Void,
    unwrittenSweeps: @escaping @Sendable (_ kind: ItemKind) async throws -> [Sweep],
    addSwept: @escaping @Sendable (_ kind: ItemKind, _ sweep: Sweep, _ ids: [String]) async throws -> Void,
    undoRead: @escaping @Sendable (_ batch: ReadBatch, _ items: (kind: ItemKind, ids: [String])?) async throws -> Int,
    addBookmark: @escaping @Sendable (_ bookmark: Bookmark) async throws -> Bool,
    removeBookmark: @escaping @Sendable (_ kind: ItemKind, _ id: String) async throws -> Bookmark?,
    bookmarks: @escaping @Sendable (_ kind: ItemKind) async throws -> [Bookmark],
    removeAll: @escaping @Sendable (_ kind: ItemKind) async throws -> Void,
    version: @escaping @Sendable (_ kind: ItemKind) async throws -> FlagsVersion,
    changed: @escaping @Sendable (_ kind: ItemKind, _ since: FlagsVersion?, _ limit: Int) async throws -> FlagChanges,
    changes: ChangeSignal
  ) {
    self.flags = flags
    self.addRead = addRead
    self.removeRead = removeRead
    self.sweep = sweep
    self.unwrittenSweeps = unwrittenSweeps
    self.addSwept = addSwept
    self.undoRead = undoRead
    self.addBookmark = addBookmark
    self.removeBookmark = removeBookmark
    self.bookmarks = bookmarks
    self.removeAll = removeAll
    self.version = version
    self.changed = changed
    self.changes = changes
  }
}

/// The flags of an item.
public struct ItemFlags: Hashable, Sendable {
  /// Whether the item was read.
  public var isRead: Bool
  /// The date when the item was bookmarked; nil if it is not.
  public var bookmarkedAt: Date?
  /// The date when the item arrived in a list that was known before; nil if it was there from the beginning, or if the
  /// flags do not come from a list.
  public var arrivedAt: Date?

  public init(isRead: Bool = false, bookmarkedAt: Date? = nil, arrivedAt: Date? = nil) {
    self.isRead = isRead
    self.bookmarkedAt = bookmarkedAt
    self.arrivedAt = arrivedAt
  }

  /// Whether the item is bookmarked.
  public var isBookmarked: Bool { bookmarkedAt != nil }

  /// Returns whether the item arrived after a date and is unread.
  public func isNew(since date: Date?) -> Bool {
    guard let date, let arrivedAt else { return false }
    return !isRead && arrivedAt > date
  }
}

/// The identity of a set of items that were marked as read together.
public struct ReadBatch: Hashable, Sendable {
  /// A number that no other batch has.
  public var number: Int64

  public init(_ number: Int64) { self.number = number }

  /// The items that were old when their list was first loaded, and arrived read.
  public static let arrivedRead = Self(0)
  /// Those of these that a person has read since.
  public static let readAfterArrival = Self(1)

  /// Returns a new batch.
  public static func random() -> Self { Self(.random(in: .min ... .max)) }
}

/// A mark as read on all items that arrived up to a number, at a cost that does not depend on the length of the list.
///
/// Lists number arrivals by the time, so that the numbers of different tables compare. An item that is marked as unread
/// gets a number beyond all sweeps.
public struct Sweep: Hashable, Sendable {
  /// The batch for undoing it.
  public var batch: ReadBatch
  /// The revision of the flags at which it was made.
  public var revision: Int64
  /// The arrival numbers that it covers.
  public var arrivals: Range<Int64>
  /// The identity of the last of its items that was written; nil if all are written.
  public var written: String?

  /// The distance between the numbers of consecutive arrivals. The numbers between them are for items that are marked
  /// as unread, and for sweeps of these.
  public static let arrivalSpacing: Int64 = 1 << 8

  public init(_ batch: ReadBatch, revision: Int64, arrivals: Range<Int64>, written: String?) {
    self.batch = batch
    self.revision = revision
    self.arrivals = arrivals
    self.written = written
  }
}

/// A version of the flags of one kind, for copies of them.
public struct FlagsVersion: Hashable, Sendable {
  /// The identity of the history to which the revision belongs. In another epoch, a copy starts over.
  public var epoch: Int64
  /// A number that grows with every change.
  public var revision: Int64

  /// The version before the first flag.
  public static let none = Self(epoch: 0, revision: 0)

  /// Returns whether there are changes between this version and another of the same history. Every history begins with
  /// `none`.
  public func isBefore(_ other: Self) -> Bool {
    (epoch == other.epoch || self == .none) && revision < other.revision
  }

  public init(epoch: Int64, revision: Int64) {
    self.epoch = epoch
    self.revision = revision
  }
}

/// The flags that have changed since a version.
public struct FlagChanges: Hashable, Sendable {
  /// An item whose flags have changed, with its current flags.
  public struct Change: Hashable, Sendable {
    /// The identity of the item.
    public var id: String
    /// The flags of the item, which are empty if they were removed.
    public var flags: ItemFlags
    /// The revision of the change, which is unique.
    public var revision: Int64
    /// The revision at which the item was marked as read, or, negative, as unread; nil if it never was.
    public var readRevision: Int64?

    public init(id: String, flags: ItemFlags, revision: Int64, readRevision: Int64?) {
      self.id = id
      self.flags = flags
      self.revision = revision
      self.readRevision = readRevision
    }
  }

  /// Some items of a sweep.
  public struct Swept: Hashable, Sendable {
    /// The batch of the sweep.
    public var batch: ReadBatch
    /// The identities of the items.
    public var ids: [String]
    /// The revision from which to continue.
    public var revision: Int64

    public init(_ batch: ReadBatch, ids: [String], revision: Int64) {
      self.batch = batch
      self.ids = ids
      self.revision = revision
    }
  }

  /// The changes, oldest first, with each item once.
  public var changes: [Change]
  /// All sweeps in force.
  public var sweeps: [Sweep] = []
  /// Some items of a sweep that come after the changes, for lists that do not know them otherwise.
  public var swept: Swept?
  /// The version of a copy that has applied the changes.
  public var version: FlagsVersion
  /// Whether these are the first of all flags, so that a copy has to be emptied before it applies them.
  public var isFromStart: Bool
  /// Whether there are further changes.
  public var hasMore: Bool

  public init(changes: [Change], version: FlagsVersion, isFromStart: Bool, hasMore: Bool) {
    self.changes = changes
    self.version = version
    self.isFromStart = isFromStart
    self.hasMore = hasMore
  }
}

/// A kind of item. Flags and positions name an item by its kind and its identity, which is unique only within the kind.
public struct ItemKind: Hashable, Sendable {
  /// The name of the kind: "comic". It is saved on disk and must never change.
  public let text: String

  public init(_ text: String) { self.text = text }
}

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
