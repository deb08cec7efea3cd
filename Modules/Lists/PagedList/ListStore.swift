public import CachedResource
public import FlagsStore
public import Store

/// What is kept of a list, page by page as it came from the server, and of single items of its kind.
///
/// There is one copy of every item: its content is the newest that was seen, on a page or by itself. Pages count from
/// zero, without gaps. An item is on one page only; one that was asked for by itself and is not listed is on none.
///
/// The errors are `DatabaseError` and `CancellationError`.
public struct ListStore<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Reads the list by queries.
  public var reader: ListReader<Listed<Item>>
  /// Returns the version of the flags that the list has copies of.
  public var flagsVersion: @Sendable () async throws -> FlagsVersion
  /// Copies changes of flags, unless the copies are not of the version that they follow.
  public var copyFlags: @Sendable (_ changes: FlagChanges, _ version: FlagsVersion) async throws -> Void
  /// Returns at most so many items of a sweep behind those that are known, by their identities; nil where the list was not
  /// there when it was made.
  public var swept: @Sendable (_ sweep: Sweep, _ limit: Int) async throws -> [String]?

  /// What is known of a page besides its items; nil where it is not kept.
  public var header: @Sendable (_ page: Int) async throws -> PageHeader?
  /// The pages that hold some rows, as far as they are kept, and the last page.
  public var extent: @Sendable (_ rows: Range<Int>) async throws -> PageExtent
  /// The items of a page; nil where it is not kept.
  public var page: @Sendable (_ page: Int) async throws -> [Item]?
  /// The server's mark of the state in which a page is kept, if it is kept under this cursor. All of the page was
  /// compared with its checksums; where they differ there is no mark, and what is damaged is forgotten.
  public var validator: @Sendable (_ page: Int, _ cursor: Cursor?) async throws -> String?
  /// Keeps pages that follow each other, each in place of what was kept under its number, all or nothing. Those behind one
  /// that turns out not to lead to them are left out: there is an outcome for each that is not, one at least.
  /// See `PageUpdate`.
  public var replaceSome: @Sendable (_ updates: [PageUpdate<Item>]) async throws -> [PageOutcome<Item>]
  /// What the server's word that a page is as it was when it gave the validator comes to; nil where that is not how it
  /// is kept any more. Items that came from the page before are on no page now. Else nothing is written.
  public var confirm: @Sendable (_ page: Int, _ cursor: Cursor?, _ validator: String) async throws -> PageOutcome<Item>?

  /// Single items, listed or not, each with the validator that it came with when it was asked for by itself. What is
  /// damaged is missing. An item is kept under its own identity. Other content than what was on a page takes the page's validator away.
  public var singles: Store<Item.ID, CachedCopy<Item>>

  /// The single items that are on no page, in no order.
  public var unlisted: @Sendable () async throws -> [CachedCopy<Item>] = { [] }

  /// Forgets everything: the list, and single items.
  public var removeAll: @Sendable () async throws -> Void
  /// Forgets all but so many pages, one at least, and single items that are not listed. The last page still leads on:
  /// what was behind it is asked for again when somebody goes there. Some items stay, by themselves. A list that only
  /// memory holds stays as it is.
  public var shorten: @Sendable (_ pageCount: Int, _ sparing: [Item.ID]) async throws -> Void = { _, _ in }

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
    removeAll = singles.removeAll
  }
}

extension ListStore {
  /// Keeps a page in place of what was kept under its number, all or nothing. See `PageUpdate`.
  public func replace(_ update: PageUpdate<Item>) async throws -> PageOutcome<Item> {
    try await replaceSome([update])[0]
  }

  /// Fails at every endpoint; nothing ever changes.
  public static func failing(_ error: any Error) -> Self {
    var store = Self(
      reader: .failing(error), flagsVersion: { throw error }, copyFlags: { _, _ in throw error },
      swept: { _, _ in throw error }, header: { _ in throw error }, extent: { _ in throw error },
      page: { _ in throw error }, validator: { _, _ in throw error }, replaceSome: { _ in throw error },
      confirm: { _, _, _ in throw error }, singles: .failing(error))
    store.unlisted = { throw error }
    store.shorten = { _, _ in throw error }
    return store
  }
}
