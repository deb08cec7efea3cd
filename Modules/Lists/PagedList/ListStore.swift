public import CachedResource
public import FlagsStore
public import Store

/// A store of one list: its pages as they came from the server, and single items of the same kind.
///
/// Each item is stored once, with the newest content seen on a page or by itself. Pages are numbered from zero, without
/// gaps. An item is on one page only; an item that was requested by itself and is not listed is on none.
///
/// The errors are `DatabaseError` and `CancellationError`.
public struct ListStore<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Reads the list by queries.
  public var reader: ListReader<Listed<Item>>
  /// Returns the version of the flags that the list has copies of.
  public var flagsVersion: @Sendable () async throws -> FlagsVersion
  /// Copies changes of flags, unless the copies have another version than `version`, which the changes follow.
  public var copyFlags: @Sendable (_ changes: FlagChanges, _ version: FlagsVersion) async throws -> Void
  /// Returns the identities of at most `limit` items of a sweep, behind those that are written already; nil if the list
  /// did not exist when the sweep was made.
  public var swept: @Sendable (_ sweep: Sweep, _ limit: Int) async throws -> [String]?

  /// Returns a page's cursors and date; nil if the page is not cached.
  public var header: @Sendable (_ page: Int) async throws -> PageHeader?
  /// Returns the cached pages that hold some rows, and the number of all pages and items.
  public var extent: @Sendable (_ rows: Range<Int>) async throws -> PageExtent
  /// Returns the items of a page; nil if the page is not cached.
  public var page: @Sendable (_ page: Int) async throws -> [Item]?
  /// Returns the validator of a page, if the page is cached under this cursor. The whole page is compared with its
  /// checksums first: if they differ, the result is nil, and damaged items are deleted.
  public var validator: @Sendable (_ page: Int, _ cursor: Cursor?) async throws -> String?
  /// Saves consecutive pages, each in place of the cached page with its number, in one transaction. A page that does
  /// not lead to the next one ends the series: the later pages are not saved. There is one outcome for each page up to
  /// there, and at least one. See `PageUpdate`.
  public var replaceSome: @Sendable (_ updates: [PageUpdate<Item>]) async throws -> [PageOutcome<Item>]
  /// Returns the outcome for a page that the server has confirmed by its validator; nil if the page is no longer cached
  /// in that state. Items that were pushed down to it from the page before are taken off the list. Nothing else is
  /// written.
  public var confirm: @Sendable (_ page: Int, _ cursor: Cursor?, _ validator: String) async throws -> PageOutcome<Item>?

  /// Single items, listed or not, each with the validator of its own request. Damaged items are missing. An item is
  /// always stored under its own identity. If its content differs from that on its page, the page loses its validator,
  /// except in a list that only grows.
  public var singles: Store<Item.ID, CachedCopy<Item>>

  /// Returns the single items that are on no page, in no order.
  public var unlisted: @Sendable () async throws -> [CachedCopy<Item>] = { [] }

  /// Deletes everything: the list and the single items. The default does nothing.
  public var removeAll: @Sendable () async throws -> Void = {}
  /// Deletes all but the first `pageCount` pages, at least one, and single items that are not listed. The last page
  /// keeps its cursor, so that the pages behind it can be loaded again. Items in `sparing` stay as single items. The
  /// default does nothing.
  public var shorten: @Sendable (_ pageCount: Int, _ sparing: [Item.ID]) async throws -> Void = { _, _ in }

  /// Returns the identities of some saved items whose texts begin with a text, at most four, in their order. Those of a
  /// part are listed in it.
  public var beginning: @Sendable (_ text: String) async throws -> [Item.ID] = { _ in [] }

  /// The lists that are parts of this one; nil for a store without parts.
  public var parts: ListParts<Item>?

  /// Removes some items of a list that only grows: the oldest read ones of the parts that have the most of them, or
  /// unread ones if none is read. Returns whether anything was removed. Those in `sparing` stay.
  public var removeOldest: @Sendable (_ sparing: [Item.ID]) async throws -> Bool = { _ in false }

  /// Replaces saved items, or all that are listed, by others with the same identities, in portions, each in a transaction
  /// of its own. Their rows, flags and arrivals stay. The closure returns nil for an item that stays as it is; it may be
  /// asked twice. The default does nothing.
  public var rewrite:
    @Sendable (_ ids: [Item.ID]?, _ change: @escaping @Sendable (Item) -> Item?) async throws -> Void = { _, _ in }

  public init(
    reader: ListReader<Listed<Item>>,
    flagsVersion: @escaping @Sendable () async throws -> FlagsVersion,
    copyFlags: @escaping @Sendable (_ changes: FlagChanges, _ version: FlagsVersion) async throws -> Void,
    swept: @escaping @Sendable (_ sweep: Sweep, _ limit: Int) async throws -> [String]?,
    header: @escaping @Sendable (_ page: Int) async throws -> PageHeader?,
    extent: @escaping @Sendable (_ rows: Range<Int>) async throws -> PageExtent,
    page: @escaping @Sendable (_ page: Int) async throws -> [Item]?,
    validator: @escaping @Sendable (_ page: Int, _ cursor: Cursor?) async throws -> String?,
    replaceSome: @escaping @Sendable (_ updates: [PageUpdate<Item>]) async throws -> [PageOutcome<Item>],
    confirm:
      @escaping @Sendable (_ page: Int, _ cursor: Cursor?, _ validator: String) async throws
      -> PageOutcome<Item>?,
    singles: Store<Item.ID, CachedCopy<Item>>
  ) {
    self.reader = reader
    self.flagsVersion = flagsVersion
    self.copyFlags = copyFlags
    self.swept = swept
    self.header = header
    self.extent = extent
    self.page = page
    self.validator = validator
    self.replaceSome = replaceSome
    self.confirm = confirm
    self.singles = singles
  }
}

extension ListStore {
  /// Saves a page in place of the cached page with its number, in one transaction. See `PageUpdate`.
  public func replace(_ update: PageUpdate<Item>) async throws -> PageOutcome<Item> {
    try await replaceSome([update])[0]
  }
}
