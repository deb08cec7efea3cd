public import CachedResource
public import Essentials

/// What is known of a kept page besides its items.
public struct PageHeader: Equatable, Sendable {
  /// Where it begins; nil for the first.
  public var cursor: Cursor?
  /// Where the next begins; nil on the last.
  public var next: Cursor?
  /// When the server gave it.
  public var fetchedAt: Date

  public init(cursor: Cursor?, next: Cursor?, fetchedAt: Date) {
    self.cursor = cursor
    self.next = next
    self.fetchedAt = fetchedAt
  }
}

/// Where some rows are kept, and how far the list reaches.
public struct PageExtent: Equatable, Sendable {
  /// The pages that hold the rows, and any empty ones between and right behind them.
  public var pages: Range<Int>
  /// How many pages are kept.
  public var pageCount: Int
  /// How many items are kept.
  public var count: Int

  public init(pages: Range<Int>, pageCount: Int, count: Int) {
    self.pages = pages
    self.pageCount = pageCount
    self.count = count
  }
}

/// A page as the server has just given it.
///
/// An item that is kept on another page moves to this one, unless that one stands before this one and is among those
/// that were asked for just now: an item is on one page only. What was on this page and is not any more may have moved
/// down: it goes in front of the next page if that is kept and was not asked for yet, but never twice; else it goes
/// away. A page without a next one is the last. One whose link cannot be followed, or leads to itself or a page before it,
/// and the tenth in a row that holds nothing new, lead where they led before, or are the last too. A page that would not have all of the items that the server gave has no validator: to
/// confirm it would be to lose them. Nor has one with elements that could not be read, so that this is told each time. A
/// page that the one before does not lead to any more is not kept.
public struct PageUpdate<Item: Sendable>: Sendable {
  /// The number of the page.
  public var number: Int
  /// Where it begins.
  public var cursor: Cursor?
  /// Its items, and where the next page begins.
  public var page: Page<Item>
  /// The server's mark of this state, if it gave one.
  public var validator: String?
  /// When it was given.
  public var fetchedAt: Date
  /// The pages that were asked for since the list was last asked for from the beginning.
  public var checked: RangeSet<Int>
  /// Whether it is only the beginning of what the server gives: that it leads nowhere then does not mean that the list
  /// ends with it.
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

/// What came of keeping or confirming a page.
public struct PageOutcome<Item: Sendable>: Sendable {
  /// Whether the page is kept.
  public var isCached: Bool
  /// The items that are on this page now; nil where it was confirmed, and they are as they were.
  public var items: [Item]?
  /// Where the next page begins; nil when this is the last.
  public var next: Cursor?
  /// Whether the next page is kept, under this very cursor.
  public var isNextCached: Bool
  /// Why the server's link to the next page is not followed. `next` is then what was known of it before.
  public var linkFailure: LinkFailure?
  /// How many items are kept now.
  public var count: Int

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

extension PageUpdate {
  /// The outcomes of some pages that follow each other, up to the first that does not lead to the next.
  /// - `replace`: keeps one of them.
  public static func inTurn(
    _ updates: [Self], _ replace: (Self) throws -> PageOutcome<Item>
  ) rethrows -> [PageOutcome<Item>] {
    var outcomes: [PageOutcome<Item>] = []
    for update in updates {
      if let last = outcomes.last, !last.isCached || last.next == nil || last.next != update.cursor { break }
      outcomes.append(try replace(update))
    }
    return outcomes
  }
}
