public import CachedResource
public import Essentials

/// The cursors and the date of a cached page.
public struct PageHeader: Equatable, Sendable {
  /// The cursor of the page; nil for the first.
  public var cursor: Cursor?
  /// The cursor of the next page; nil on the last.
  public var next: Cursor?
  /// The date when the server sent the page.
  public var fetchedAt: Date

  public init(cursor: Cursor?, next: Cursor?, fetchedAt: Date) {
    self.cursor = cursor
    self.next = next
    self.fetchedAt = fetchedAt
  }
}

/// The pages that hold some rows, and the size of the saved list.
public struct PageExtent: Equatable, Sendable {
  /// The pages that hold the rows, with any empty pages between them and right behind them.
  public var pages: Range<Int>
  /// The number of cached pages.
  public var pageCount: Int
  /// The number of saved items.
  public var count: Int

  /// Whether the list only grows, and is in the order of dates: then rows are on no page.
  public var grows: Bool

  public init(pages: Range<Int>, pageCount: Int, count: Int, grows: Bool = false) {
    self.pages = pages
    self.pageCount = pageCount
    self.count = count
    self.grows = grows
  }
}

/// A page as the server has just sent it, to be saved.
///
/// - An item is on one page only. If it is saved on another page, it moves to this one, unless the other page comes
///   before this one and is in `checked`.
/// - An item that was on this page and is not listed now may have moved down. It goes in front of the next page if that
///   is cached and not in `checked`; it moves down in this way only once. Otherwise it is removed.
/// - A page without `next` is the last one, and the pages behind it are deleted.
/// - Some links are not followed: one that was refused, one that leads to the same or an earlier page, and that of the
///   tenth page in a row without a new item. Such a page leads where it led before, or is the last one.
/// - A page has no validator if it does not get all items that the server sent, because confirming it would lose them;
///   nor if some elements could not be read, so that this is reported each time.
/// - A page is not saved if the page before does not lead to it any more.
public struct PageUpdate<Item: Sendable>: Sendable {
  /// The number of the page.
  public var number: Int
  /// The cursor of the page; nil for the first.
  public var cursor: Cursor?
  /// The items and the cursor of the next page.
  public var page: Page<Item>
  /// The validator of this answer, if the server sent one.
  public var validator: String?
  /// The date when the server sent it.
  public var fetchedAt: Date
  /// The pages that this walk has requested.
  public var checked: RangeSet<Int>
  /// Whether this is only the beginning of an answer. If it has no next page, the end of the list does not count as
  /// known.
  public var isPart = false

  public init(
    number: Int, cursor: Cursor?, page: Page<Item>, validator: String?, fetchedAt: Date, checked: RangeSet<Int>
  ) {
    self.number = number
    self.cursor = cursor
    self.page = page
    self.validator = validator
    self.fetchedAt = fetchedAt
    self.checked = checked
  }
}

/// The outcome of saving or confirming a page.
public struct PageOutcome<Item: Sendable>: Sendable {
  /// Whether the page is cached.
  public var isCached: Bool
  /// The items that are on the page now; nil if the page was confirmed, so that its items are unchanged.
  public var items: [Item]?
  /// The cursor of the next page; nil on the last.
  public var next: Cursor?
  /// Whether the next page is cached under this cursor.
  public var isNextCached: Bool
  /// The reason why the server's link to the next page is not followed. `next` is the saved cursor then.
  public var linkFailure: LinkFailure?
  /// The number of items saved in the list now.
  public var count: Int
  /// The number of them that were added, to a list that only grows.
  public var growth = 0

  public init(
    isCached: Bool = true, items: [Item]?, next: Cursor?, isNextCached: Bool, linkFailure: LinkFailure? = nil,
    count: Int
  ) {
    self.isCached = isCached
    self.items = items
    self.next = next
    self.isNextCached = isNextCached
    self.linkFailure = linkFailure
    self.count = count
  }
}
