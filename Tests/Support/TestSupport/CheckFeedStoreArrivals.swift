import Essentials
import Feed
import ItemsLoader
import Paging
import Store
import Testing

/// What is new to a list.
extension FeedStoreCheck {
  /// The numbers of what came after everything else.
  private func new(_ store: FeedStore<Item>, after moment: Date? = nil) async throws -> [Int] {
    let ids = try await store.list.all(ListQuery(filters: [.arrived(after: moment ?? date - 1)]))
    return (0..<100).filter { ids.contains(item($0, "").id) }
  }

  func arrivals() async throws {
    let store = make()
    expect(try await new(store).isEmpty, "nothing is new in an empty store")
    try await put(0, items([5, 6, 7]), in: store)
    try await put(1, items([8, 9, 10]), in: store)
    expect(try await new(store).isEmpty, "nothing is new when it is loaded for the first time, further down either")
    try await put(0, items([4, 5, 6]), in: store)
    expect(try await new(store) == [4], "what stands before others that were there is new")
    try await put(1, items([7, 8, 9]), in: store, checked: RangeSet(0..<1))
    try await put(2, items([10, 11, 12]), in: store, checked: RangeSet(0..<2))
    expect(try await new(store) == [4], "what moves from page to page is not, nor what was away in between")
    try await put(2, items([12, 13, 11]), in: store, checked: RangeSet(0..<2))
    expect(try await new(store) == [4, 13], "on the last page that was loaded, what stands before others is")
    try await put(2, items([11, 12, 14]), in: store, checked: RangeSet(0..<2))
    expect(try await new(store) == [4], "what stands behind them is not; and what has gone is not listed any more")
    try await put(2, items([13, 11, 12]), in: store, checked: RangeSet(0..<2))
    expect(try await new(store) == [4, 13], "when it is back, it came when it came")
    try await put(0, items([6, 5, 4]), in: store)
    expect(try await new(store) == [4, 13], "another order brings nothing")
    expect(try await new(store, after: date + 1) == [13], "what came later than a date")
    expect(try await new(store, after: date + 2).isEmpty, "or at that date is older")
    try await behindTheEnd()
    try await oneByOne()
  }

  private func behindTheEnd() async throws {
    let store = try await store([1, 2], [3])
    try await put(1, items([3, 4]), in: store)
    try await put(2, items([5]), in: store, isLast: true)
    expect(try await new(store) == [4, 5], "what comes behind a known end is new, on pages of its own too")
    try await put(0, items([1]), in: store, isLast: true)
    expect(try await all(store) == items([1]), "a server may lose its list")
    try await put(0, items([1, 2]), in: store)
    try await put(1, items([3, 4]), in: store)
    try await put(2, items([5, 6]), in: store, isLast: true)
    expect(try await new(store) == [4, 5, 6], "what comes back is not new again")
    let empty = try await self.store([])
    try await put(0, items([1, 2]), in: empty, isLast: true)
    expect(try await new(empty).isEmpty, "in a list that had nothing, nothing is new")
  }

  /// The beginning of a page, and what was kept of it behind that.
  private func part(_ numbers: [Int], in store: FeedStore<Item>) async throws {
    var update = PageUpdate(
      number: 0, cursor: nil, page: Page(items(numbers), next: nil), validator: nil, fetchedAt: date,
      checked: RangeSet<Int>())
    update.isPart = true
    _ = try await store.replace(update)
  }

  private func oneByOne() async throws {
    let store = make()
    for count in 1...3 { try await part(Array((4 - count)...3).reversed(), in: store) }
    try await put(0, items([3, 2, 1]), in: store, isLast: true)
    expect(try await new(store).isEmpty, "a list whose first page grows while it comes has nothing new")
    try await store.singles.insert(StoredCopy(item(4, "text 4"), fetchedAt: date), item(4, "").id)
    try await part([4, 3, 2, 1], in: store)
    try await put(0, items([5, 4, 3, 2, 1]), in: store, isLast: true)
    expect(try await new(store) == [4, 5], "what was seen by itself is new to the list")
  }
}
