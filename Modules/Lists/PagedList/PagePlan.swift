/// What becomes of the items of a list when one page of it is replaced: the rules of `PageUpdate`, whatever keeps it.
public struct PagePlan<ID: Hashable & Sendable>: Sendable {
  /// How many pages in a row without a new item are the end of a list.
  public static var pagesWithoutNewLimit: Int { 10 }

  /// Which of the page's items are on it now, in order; each has the place of its position in this list.
  public private(set) var listed: [Int] = []
  /// Of the items that have left the page those that move to other places, by their positions among them.
  public private(set) var pushedDown: [(index: Int, rowKey: RowKey)] = []
  /// Those that go away.
  public private(set) var gone: [Int] = []
  /// Other pages that do not have all any more that the server once said is on them.
  public private(set) var robbed: Set<Int> = []
  /// By how much the number of items grows, page by page.
  public private(set) var growth: [Int: Int] = [:]
  /// Whether the page has all of its items.
  public let isWhole: Bool

  private let number: Int
  /// Whether something that was on no page is listed.
  public let mayHaveArrivals: Bool

  /// How many of the listed stand before the last that was on a page.
  private let before: Int

  /// - `ids`: the items that the server says are on the page; one that it names twice is on it once.
  /// - `cached`: where the one at a position is, if it is kept already.
  /// - `checked`: the pages that were asked for just now.
  public init(page number: Int, ids: Positions<ID>, cached: (Int) -> RowKey?, checked: RangeSet<Int>) {
    self.number = number
    var isWhole = true
    var (mayHaveArrivals, before) = (false, 0)
    listed.reserveCapacity(ids.count)
    for index in 0..<ids.count where !ids.isRepeated(index) {
      let cachedAt = cached(index)
      if let rowKey = cachedAt, rowKey.page != number, rowKey.page >= 0 {
        if rowKey.page < number, checked.contains(rowKey.page) {
          isWhole = false
          continue
        }
        growth[rowKey.page, default: 0] -= 1
        if !rowKey.isPushedDown { robbed.insert(rowKey.page) }
      }
      if Self.isUnlisted(cachedAt) { mayHaveArrivals = true } else { before = listed.count }
      listed.append(index)
    }
    self.isWhole = isWhole
    self.mayHaveArrivals = mayHaveArrivals
    self.before = before
    growth[number, default: 0] += listed.count
  }

  private static func isUnlisted(_ rowKey: RowKey?) -> Bool { rowKey.map { $0.page < 0 } ?? true }

  /// Which of the page's items may be new to the list, and not just to the reader: those that were on no page and stand
  /// before one that was; or any, where the list is known to its end. What was loaded further down for the first time is
  /// not new.
  /// - Parameters:
  ///   - pageCount: how many pages were kept before.
  ///   - isEndKnown: whether the list was seen to its end, now or earlier.
  ///   - cached: the key of the row of the item at a position, if it is saved.
  public func arrivals(pageCount: Int, isEndKnown: Bool, cached: (Int) -> RowKey?) -> [Int] {
    var candidates = listed[...]
    if !isEndKnown, number >= pageCount - 1 { candidates = number == pageCount - 1 ? listed.prefix(before) : [] }
    return candidates.filter { Self.isUnlisted(cached($0)) }
  }

  /// Says where the items go that were on the page and are not listed any more.
  /// - Parameters:
  ///   - left: their places, in order.
  ///   - count: how many items were on the page.
  ///   - next: the first place of the next page, if it may take them.
  public mutating func dismiss(_ left: [RowKey], of count: Int, to next: RowKey?) {
    let moving = next == nil ? [] : left.indices.filter { !left[$0].isPushedDown }
    if let next {
      for (offset, index) in moving.enumerated() {
        pushedDown.append((index, RowKey(next.number - Int64(moving.count - offset))))
      }
      growth[number + 1, default: 0] += moving.count
    }
    gone = left.indices.filter { next == nil || left[$0].isPushedDown }
    growth[number, default: 0] -= count
  }
}
