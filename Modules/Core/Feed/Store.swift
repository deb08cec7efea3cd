public import Essentials
public import ItemsLoader
public import Observed
public import Paging
public import Store

/// What is kept of a list, page by page as it came from the server, and of single items of its kind.
///
/// There is one copy of every item: its content is the newest that was seen, on a page or by itself. Pages count from
/// zero, without gaps. An item is on one page only; one that was asked for by itself and is not listed is on none.
///
/// The errors are `DatabaseError` and `CancellationError`.
public struct FeedStore<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// Looks through some of the items from a place on.
  public typealias Search = @Sendable (_ query: String, _ start: Place) async throws -> SearchPortion

  /// Some items around an anchor, and what is known of the whole, at one moment. See `Feed.window`.
  public var window:
    @Sendable (_ anchor: Feed<Item>.Anchor, _ before: Int, _ after: Int) async throws -> Feed<Item>.Window
  /// The items at some places, in the order of the places; those that are gone are missing.
  public var items: @Sendable (_ places: [Place]) async throws -> [Item]
  /// Looks through some of the items from a place on for those whose text holds a query, so many that reading a window
  /// never waits long for it.
  public var search: Search
  /// The same as `search` for queries that may also stand in the whole text of an item. Where items have no other text,
  /// it finds what `search` finds.
  public var searchTexts: Search
  /// The items there are from a place on, without their content: in the server's order so many that reading a window
  /// never waits long for it, and where to go on; in another order all of them.
  public var keys:
    @Sendable (_ order: FeedOrder, _ start: Place) async throws -> (keys: [FeedKey<Item.ID>], rest: Place?)
  /// The places of those of some items that are listed.
  public var places: @Sendable (_ ids: [Item.ID]) async throws -> [Item.ID: Place]
  /// At most `limit` of the listed items that came after a date. See `Feed.arrivals`.
  public var arrivals: @Sendable (_ date: Date, _ limit: Int) async throws -> [Item.ID] = { _, _ in [] }
  /// Tells that something kept may have changed, here or in another process.
  public var changes: ChangeSignal

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
  public var singles: Store<Item.ID, StoredCopy<Item>>

  /// The single items that are on no page, in no order.
  public var unlisted: @Sendable () async throws -> [StoredCopy<Item>] = { [] }

  /// Forgets everything: the list, and single items.
  public var removeAll: @Sendable () async throws -> Void
  /// Forgets all but so many pages, one at least, and single items that are not listed. The last page still leads on:
  /// what was behind it is asked for again when somebody goes there. Some items stay, by themselves. A list that only
  /// memory holds stays as it is.
  public var shorten: @Sendable (_ pageCount: Int, _ sparing: [Item.ID]) async throws -> Void = { _, _ in }

  public init(
    window:
      @escaping @Sendable (_ anchor: Feed<Item>.Anchor, _ before: Int, _ after: Int) async throws
      -> Feed<Item>.Window,
    items: @escaping @Sendable (_ places: [Place]) async throws -> [Item],
    search: @escaping Search,
    keys:
      @escaping @Sendable (_ order: FeedOrder, _ start: Place) async throws -> (
        keys: [FeedKey<Item.ID>], rest: Place?
      ),
    places: @escaping @Sendable (_ ids: [Item.ID]) async throws -> [Item.ID: Place],
    changes: ChangeSignal,
    header: @escaping @Sendable (_ page: Int) async throws -> PageHeader?,
    extent: @escaping @Sendable (_ rows: Range<Int>) async throws -> PageExtent,
    page: @escaping @Sendable (_ page: Int) async throws -> [Item]?,
    validator: @escaping @Sendable (_ page: Int, _ cursor: Cursor?) async throws -> String?,
    replaceSome: @escaping @Sendable (_ updates: [PageUpdate<Item>]) async throws -> [PageOutcome<Item>],
    confirm:
      @escaping @Sendable (_ page: Int, _ cursor: Cursor?, _ validator: String) async throws
      -> PageOutcome<Item>?,
    singles: Store<Item.ID, StoredCopy<Item>>
  ) {
    self.window = window
    self.items = items
    self.search = search
    searchTexts = search
    self.changes = changes
    self.keys = keys
    self.places = places
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

extension FeedStore {
  /// Keeps a page in place of what was kept under its number, all or nothing. See `PageUpdate`.
  public func replace(_ update: PageUpdate<Item>) async throws -> PageOutcome<Item> {
    try await replaceSome([update])[0]
  }

  /// Fails at every endpoint; nothing ever changes.
  public static func failing(_ error: any Error) -> Self {
    var store = Self(
      window: { _, _, _ in throw error }, items: { _ in throw error }, search: { _, _ in throw error },
      keys: { _, _ in throw error }, places: { _ in throw error }, changes: .none, header: { _ in throw error },
      extent: { _ in throw error }, page: { _ in throw error }, validator: { _, _ in throw error },
      replaceSome: { _ in throw error }, confirm: { _, _, _ in throw error }, singles: .failing(error))
    store.arrivals = { _, _ in throw error }
    store.unlisted = { throw error }
    store.shorten = { _, _ in throw error }
    return store
  }
}
