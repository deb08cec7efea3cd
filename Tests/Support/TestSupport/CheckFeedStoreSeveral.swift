import Essentials
import Feed
import Paging
import Testing

extension FeedStoreCheck {
  /// Pages that are kept in one change.
  func severalPages() async throws {
    let store = make()
    func update(_ page: Int, _ numbers: [Int], next: Cursor?) -> PageUpdate<Item> {
      PageUpdate(
        number: page, cursor: cursor(page), page: Page(items(numbers), next: next), validator: "v", fetchedAt: date,
        checked: RangeSet(0..<page))
    }
    let kept = try await store.replaceSome([
      update(0, [1, 2], next: cursor(1)), update(1, [2, 3], next: cursor(2)), update(2, [4], next: nil),
    ])
    let listed = [items([1, 2]), items([3]), items([4])]
    expect(kept.map(\.items) == listed, "pages that follow each other are kept at once")
    expect(kept.map(\.count) == [2, 3, 4] && kept.map(\.next) == [cursor(1), cursor(2), nil], "each has its outcome")
    let all = try await all(store)
    expect(all == items([1, 2, 3, 4]), "an item is on one of them")

    let circle = try await make().replaceSome([
      update(0, [1], next: cursor(1)), update(1, [5], next: cursor(1)), update(2, [6], next: nil),
    ])
    expect(circle.map(\.linkFailure) == [nil, .leadsInCircles], "what is behind the end is left out")
    let elsewhere = try await store.replaceSome([update(0, [7], next: cursor(2)), update(1, [8], next: nil)])
    expect(elsewhere.count == 1, "what the page before does not lead to is left out")
    let gone = try await store.replaceSome([update(4, [9], next: cursor(5)), update(5, [10], next: nil)])
    expect(gone.map(\.isKept) == [false], "nothing is kept behind a page that is not")
  }
}
