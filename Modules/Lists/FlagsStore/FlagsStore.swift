// Read marks and bookmarks of items of every kind.

public import Essentials
public import ItemKind
public import Observed

/// The flags of items of any kind: which were read, and which are bookmarked. They cannot be downloaded again: when a
/// change returns, it is safe on disk.
///
/// The errors are `DatabaseError` and `CancellationError`; after one, nothing has changed.
public struct FlagsStore: Sendable {
  /// Returns the flags that some items have by themselves; one that is missing has none. What sweeps mark, lists know.
  public var flags: @Sendable (_ kind: ItemKind, _ ids: [String]) async throws -> [String: ItemFlags]
  /// Marks items as read, and returns how many were not. Those belong to the batch, which can be taken back as a whole.
  public var addRead: @Sendable (_ kind: ItemKind, _ ids: [String], _ batch: ReadBatch) async throws -> Int
  /// Marks items as unread, and returns those that were read, each with its batch.
  public var removeRead: @Sendable (_ kind: ItemKind, _ ids: [String]) async throws -> [String: ReadBatch]
  /// Marks all of a list that had arrived by a number as read, and not by an earlier sweep. It can be taken back as a batch.
  public var sweep: @Sendable (_ kind: ItemKind, _ arrival: Int64, _ batch: ReadBatch) async throws -> Void
  /// Returns the sweeps in force whose items are not all known yet, the oldest first.
  public var unwrittenSweeps: @Sendable (_ kind: ItemKind) async throws -> [Sweep]
  /// Adds some of a sweep's items, which come behind those that are known; the last of them where there are none. They are for
  /// lists that have not seen the sweep. Does nothing where others were added, or the sweep was taken back.
  public var addSwept: @Sendable (_ kind: ItemKind, _ sweep: Sweep, _ ids: [String]) async throws -> Void
  /// Marks as unread what a batch marked as read and is still read, and returns how many of that were marked by themselves.
  public var takeBackRead: @Sendable (_ batch: ReadBatch) async throws -> Int
  /// Adds a bookmark, and returns what takes that back; nil where the item has one, which stays.
  public var addBookmark: @Sendable (_ bookmark: Bookmark) async throws -> BookmarkUndo?
  /// Removes the bookmark of an item, and returns what takes that back; nil where it has none.
  public var removeBookmark: @Sendable (_ kind: ItemKind, _ id: String) async throws -> BookmarkUndo?
  /// Returns at most `limit` bookmarks of a kind behind one, the newest first; nil for the first.
  public var bookmarks: @Sendable (_ kind: ItemKind, _ last: Bookmark?, _ limit: Int) async throws -> [Bookmark]
  /// Returns the number of bookmarks of a kind.
  public var bookmarkCount: @Sendable (_ kind: ItemKind) async throws -> Int
  /// Removes all flags of a kind.
  public var removeAll: @Sendable (_ kind: ItemKind) async throws -> Void
  /// Returns the version of the flags of a kind.
  public var version: @Sendable (_ kind: ItemKind) async throws -> FlagsVersion
  /// Returns what has changed since a version; nil for all that is flagged.
  public var changed: @Sendable (_ kind: ItemKind, _ since: FlagsVersion?, _ limit: Int) async throws -> FlagChanges
  /// Signals every change, here or in another process.
  public var changes: ChangeSignal

  public init(
    flags: @escaping @Sendable (_ kind: ItemKind, _ ids: [String]) async throws -> [String: ItemFlags],
    addRead: @escaping @Sendable (_ kind: ItemKind, _ ids: [String], _ batch: ReadBatch) async throws -> Int,
    removeRead: @escaping @Sendable (_ kind: ItemKind, _ ids: [String]) async throws -> [String: ReadBatch],
    sweep: @escaping @Sendable (_ kind: ItemKind, _ arrival: Int64, _ batch: ReadBatch) async throws -> Void,
    unwrittenSweeps: @escaping @Sendable (_ kind: ItemKind) async throws -> [Sweep],
    addSwept: @escaping @Sendable (_ kind: ItemKind, _ sweep: Sweep, _ ids: [String]) async throws -> Void,
    takeBackRead: @escaping @Sendable (_ batch: ReadBatch) async throws -> Int,
    addBookmark: @escaping @Sendable (_ bookmark: Bookmark) async throws -> BookmarkUndo?,
    removeBookmark: @escaping @Sendable (_ kind: ItemKind, _ id: String) async throws -> BookmarkUndo?,
    bookmarks: @escaping @Sendable (_ kind: ItemKind, _ last: Bookmark?, _ limit: Int) async throws -> [Bookmark],
    bookmarkCount: @escaping @Sendable (_ kind: ItemKind) async throws -> Int,
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
    self.takeBackRead = takeBackRead
    self.addBookmark = addBookmark
    self.removeBookmark = removeBookmark
    self.bookmarks = bookmarks
    self.bookmarkCount = bookmarkCount
    self.removeAll = removeAll
    self.version = version
    self.changed = changed
    self.changes = changes
  }
}

/// The flags of an item.
public struct ItemFlags: Hashable, Sendable {
  /// Whether it was read.
  public var isRead: Bool
  /// When it was bookmarked; nil where it is not.
  public var bookmarkedAt: Date?

  public init(isRead: Bool = false, bookmarkedAt: Date? = nil) {
    self.isRead = isRead
    self.bookmarkedAt = bookmarkedAt
  }
}

/// A name for what was marked as read in one go.
public struct ReadBatch: Hashable, Sendable {
  /// Tells it from all others.
  public var number: Int64

  public init(_ number: Int64) { self.number = number }

  /// A new one.
  public static func random() -> Self { Self(.random(in: .min ... .max)) }
}

/// What was marked as read in one go, whatever the length of the list: everything that had arrived by a number.
///
/// Lists number what arrives by the time, so that numbers of different tables compare. What is marked as unread has arrived
/// behind all sweeps.
public struct Sweep: Hashable, Sendable {
  /// The name to take it back by.
  public var batch: ReadBatch
  /// The revision of the flags that it came with.
  public var revision: Int64
  /// The numbers of what it marked.
  public var arrivals: Range<Int64>
  /// The last of its items, by their identities, that are known by themselves; nil where all are.
  public var written: String?

  /// By as much the numbers of arrivals are apart: between what had arrived and what arrives there is room for what is marked
  /// as unread, and for sweeps of that.
  public static let room: Int64 = 1 << 8

  public init(_ batch: ReadBatch, revision: Int64, arrivals: Range<Int64>, written: String?) {
    self.batch = batch
    self.revision = revision
    self.arrivals = arrivals
    self.written = written
  }
}

/// The version of the flags of one kind, for copies of them.
public struct FlagsVersion: Hashable, Sendable {
  /// Names the history that revisions belong to. Where it is another, a copy begins anew.
  public var epoch: Int64
  /// Grows with every change.
  public var revision: Int64

  /// The version before the first flag.
  public static let none = Self(epoch: 0, revision: 0)

  /// Whether there are changes between this version and another of the same history, which every one begins with `none`.
  public func isBefore(_ other: Self) -> Bool {
    (epoch == other.epoch || self == .none) && revision < other.revision
  }

  public init(epoch: Int64, revision: Int64) {
    self.epoch = epoch
    self.revision = revision
  }
}

/// Flags that have changed since a version.
public struct FlagChanges: Hashable, Sendable {
  /// The changed flags of an item, as they are now.
  public struct Change: Hashable, Sendable {
    /// Names the item.
    public var id: String
    /// Its flags; none where they were removed.
    public var flags: ItemFlags
    /// The revision of the change, which no other item has.
    public var revision: Int64
    /// The revision of the change that marked it as read, or, as a negative number, as unread; nil for neither.
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
    /// Names the sweep.
    public var batch: ReadBatch
    /// The items.
    public var ids: [String]
    /// The revision to go on from.
    public var revision: Int64

    public init(_ batch: ReadBatch, ids: [String], revision: Int64) {
      self.batch = batch
      self.ids = ids
      self.revision = revision
    }
  }

  /// The changes, the oldest first, each item once.
  public var changes: [Change]
  /// All sweeps in force.
  public var sweeps: [Sweep] = []
  /// Behind the changes, some items of a sweep, for lists that know them by nothing else.
  public var swept: Swept?
  /// The version that a copy has when it has taken them.
  public var version: FlagsVersion
  /// Whether these are the first of all that is flagged, and a copy forgets what it holds before it takes them.
  public var isFromStart: Bool
  /// Whether there are more.
  public var hasMore: Bool

  public init(changes: [Change], version: FlagsVersion, isFromStart: Bool, hasMore: Bool) {
    self.changes = changes
    self.version = version
    self.isFromStart = isFromStart
    self.hasMore = hasMore
  }
}
