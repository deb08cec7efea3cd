import PagedList

/// The changes to a list's items when one of its pages is replaced, by the rules of `PageUpdate`.
struct PagePlan {
  /// The number of consecutive pages without a new item that end a list.
  static var pagesWithoutNewLimit: Int { 10 }

  /// The indexes of the items that are on the page now, in order. The item at `listed[n]` gets position `n` of the
  /// page.
  private(set) var listed: [Int] = []
  /// The items that have left the page and move to the next page, by their indexes in the argument of `dismiss`, with
  /// their new row keys.
  private(set) var pushedDown: [(index: Int, rowKey: RowKey)] = []
  /// The items that have left the page and are removed, by their indexes in the argument of `dismiss`.
  private(set) var gone: [Int] = []
  /// The other pages that lose an item which the server once listed on them, and so lose their validators.
  private(set) var pagesLosingItems: Set<Int> = []
  /// The growth of the number of items, by page.
  private(set) var growth: [Int: Int] = [:]
  /// Whether the page gets all items that the server sent for it.
  let takesAllItems: Bool

  private let number: Int
  /// Whether the page lists an item that was on no page.
  let mayHaveArrivals: Bool

  /// The number of listed items in front of the last one that was on a page.
  private let before: Int

  /// - Parameters:
  ///   - ids: The identities that the server lists on the page. One that it lists twice counts once.
  ///   - cached: Returns the row key of the item at a position; nil if it is not saved.
  ///   - checked: The pages that this walk has requested.
  init(page number: Int, ids: IdentityIndex<String>, cached: (Int) -> RowKey?, checked: RangeSet<Int>) {
    self.number = number
    var takesAllItems = true
    var mayHaveArrivals = false
    var before = 0
    listed.reserveCapacity(ids.count)
    for index in 0..<ids.count where !ids.isRepeated(index) {
      let cachedAt = cached(index)
      if let rowKey = cachedAt, rowKey.page != number, rowKey.page >= 0 {
        if rowKey.page < number, checked.contains(rowKey.page) {
          takesAllItems = false
          continue
        }
        growth[rowKey.page, default: 0] -= 1
        if !rowKey.isPushedDown { pagesLosingItems.insert(rowKey.page) }
      }
      if Self.isUnlisted(cachedAt) { mayHaveArrivals = true } else { before = listed.count }
      listed.append(index)
    }
    self.takesAllItems = takesAllItems
    self.mayHaveArrivals = mayHaveArrivals
    self.before = before
    growth[number, default: 0] += listed.count
  }

  private static func isUnlisted(_ rowKey: RowKey?) -> Bool { rowKey.map { $0.page < 0 } ?? true }

  /// Returns the indexes of items that may be new in the list, and not only loaded for the first time: those that were
  /// on no page and are in front of one that was. If the end of the list is known, every item that was on no page
  /// counts.
  /// - Parameters:
  ///   - pageCount: The number of pages that were cached before.
  ///   - isEndKnown: Whether the list was ever loaded to its end.
  ///   - cached: Returns the row key of the item at a position; nil if it is not saved.
  func arrivals(pageCount: Int, isEndKnown: Bool, cached: (Int) -> RowKey?) -> [Int] {
    var candidates = listed[...]
    if !isEndKnown, number >= pageCount - 1 { candidates = number == pageCount - 1 ? listed.prefix(before) : [] }
    return candidates.filter { Self.isUnlisted(cached($0)) }
  }

  /// Plans the moves and removals of the items that were on the page and are not listed now.
  /// - Parameters:
  ///   - left: The row keys of these items, in order.
  ///   - count: The number of items that were on the page.
  ///   - next: The first row key of the next page; nil if that page cannot take items.
  mutating func dismiss(_ left: [RowKey], of count: Int, to next: RowKey?) {
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
