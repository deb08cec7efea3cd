import Feed
import ItemsLoader
import Observed
import Paging
import Store
import Testing

/// Pages that are replaced.
extension FeedStoreCheck {
  func movingItems() async throws {
    let store = try await store([1, 2], [3, 4], [5, 6])
    let outcome = try await put(1, items([6, 3]), in: store, checked: RangeSet(0..<1))
    expect(outcome.items == items([6, 3]) && outcome.isNextKept, "a page has what the server says")
    expect(try await all(store) == items([1, 2, 6, 3, 4, 5]), "an item that came from another page is there no more")
    expect(try await store.validator(2, cursor(2)) == nil, "a page that lost an item has no validator")
    expect(try await store.validator(1, cursor(1)) == "v", "the page that has it has one")

    try await put(2, items([1, 5]), in: store, isLast: true, checked: RangeSet(0..<2))
    expect(
      try await all(store) == items([1, 2, 6, 3, 5]), "a page that was asked for and stands before keeps its item")
    expect(try await store.validator(2, cursor(2)) == nil, "a page without all of its items has no validator")
    expect(try await store.validator(0, nil) == "v", "the other one has")

    try await put(2, items([1, 5]), in: store, isLast: true, checked: RangeSet(1..<2))
    expect(try await all(store) == items([2, 6, 3, 1, 5]), "a page that was not asked for does not")
    try await put(0, items([1, 2]), in: store, checked: RangeSet(1..<3))
    expect(try await all(store) == items([1, 2, 6, 3, 5]), "nor does one that stands behind")

    let outcomeOfTwins = try await put(0, items([2, 1, 2]), in: store, checked: RangeSet(0..<3))
    expect(outcomeOfTwins.items == items([2, 1]), "an item that is on a page twice is there once")
    expect(try await store.validator(0, nil) == "v", "and nothing is missing")
    expect(try await all(store) == items([2, 1, 6, 3, 5]), "a page may come in another order")
    expect(outcomeOfTwins.count == 5, "everything is counted")
    expect(try await items(store, places(store, "text")) == items([2, 1, 6, 3, 5]), "a search finds them there")
  }

  func pushedDownItems() async throws {
    let store = try await store([1, 2, 3], [4, 5], [6])
    try await put(0, items([0, 1]), in: store)
    expect(try await all(store) == items([0, 1, 2, 3, 4, 5, 6]), "what is not on a page any more may be on the next")
    expect(try await store.window(.item(item(3, "").id, orRow: 0), 0, 0).anchor == 3, "it is counted there")
    expect(try await items(store, places(store, "3")) == items([3]), "it is found there")
    expect(try await store.validator(1, cursor(1)) == "v", "which does not change what the server said of that")
    try await put(0, items([0]), in: store)
    expect(try await all(store) == items([0, 1, 2, 3, 4, 5, 6]), "what comes later stands before what came")
    try await put(1, items([3, 4]), in: store, checked: RangeSet(0..<1))
    expect(try await all(store) == items([0, 3, 4, 5, 6]), "what is not on the next either is gone")
    let confirmed = try await store.confirm(2, cursor(2), "v")
    expect(confirmed?.items == nil && confirmed?.count == 4 && confirmed?.next == nil, "a confirmed page is as it was")
    expect(try await all(store) == items([0, 3, 4, 6]), "what was only believed to be on it is gone")
    expect(try await store.confirm(2, cursor(2), "w") == nil, "another state is not confirmed")
    expect(try await store.confirm(2, cursor(1), "v") == nil, "nor is another page")
    expect(try await store.confirm(1, cursor(1), "v")?.isNextKept == true, "where a page leads is known")

    try await put(1, items([4]), in: store, checked: RangeSet([0..<1, 2..<3]))
    expect(try await all(store) == items([0, 4, 6]), "a page that was asked for says itself what is on it")
    try await put(0, items([9]), in: store, isLast: true)
    expect(try await all(store) == items([9]), "on the last page nothing is pushed down")
  }

  func endings() async throws {
    let store = try await store([1], [2], [3])
    let last = try await put(1, items([2, 4]), in: store, isLast: true)
    expect(try await all(store) == items([1, 2, 4]) && last.count == 3, "behind the last page is nothing")
    expect(try await store.header(2) == nil && last.next == nil && !last.isNextKept, "not even a page")
    let further = try await put(1, items([2]), in: store, next: Cursor("elsewhere"))
    expect(further.next == Cursor("elsewhere") && !further.isNextKept, "a list may grow again")

    for target in ["1", "2"] {
      try await put(1, items([2]), in: store)
      let circle = try await put(2, items([3]), in: store, next: Cursor(target))
      expect(circle.next == nil && circle.linkFailure == .leadsInCircles, "a link back is the end")
      expect(try await store.window(.row(0), 0, 0).isComplete, "of all that is known")
      expect(try await store.validator(2, cursor(2)) == nil, "and is looked at anew each time")
    }

    for next in [cursor(1), cursor(2), nil] {
      let broken = try await self.store([1], [2], [3], [4])
      let outcome = try await broken.replace(
        PageUpdate(
          number: 2, cursor: cursor(2),
          page: Page(items([5]), next: next, linkFailure: next == nil ? .leadsElsewhere(to: "http://else") : nil),
          validator: "v", fetchedAt: date, checked: RangeSet(0..<2)))
      expect(outcome.next == cursor(3), "a page leads on where it led before a bad link")
      expect(outcome.linkFailure == (next == nil ? .leadsElsewhere(to: "http://else") : .leadsInCircles), "it is told")
      expect(try await all(broken) == items([1, 2, 5, 3, 4]), "and what is behind it stays")
      expect(try await broken.validator(2, cursor(2)) == nil, "it is looked at anew each time")
    }

    let repeating = make()
    for page in 0..<11 {
      let outcome = try await put(page, items([1]), in: repeating, checked: RangeSet(0..<page))
      expect(outcome.items == (page == 0 ? items([1]) : []), "an item is new once")
      expect((outcome.next == nil) == (page == 10), "ten pages without a new item are the end, and nine are not")
    }
    expect(try await repeating.window(.row(0), 0, 0).isComplete, "ten pages without a new item are the end")

    try await put(2, items([3]), in: store, next: Cursor("elsewhere"))
    for page in [3, 5] {
      let stray = try await put(page, items([1, 7]), in: store, checked: RangeSet(0..<1))
      expect(stray.items == items([7]) && !stray.isKept, "a page that no page leads to is told without what is known")
      expect(try await all(store) == items([1, 2, 3]), "and not kept")
    }
  }
}

extension FeedStoreCheck {
  /// That everything can be forgotten, and kept again.
  func removing() async throws {
    let store = try await store([1, 2], [3])
    try await store.singles.insert(StoredCopy(item(9, "alone"), fetchedAt: date), item(9, "").id)
    var told = store.changes.stream().makeAsyncIterator()
    try await store.removeAll()
    expect(await told.next() != nil, "it is told")
    expect(try await store.window(.row(0), 0, 9).count == 0, "no item is listed")
    expect(try await store.window(.row(0), 0, 9).fetchedAt == nil, "nothing is said to have come")
    for page in 0...1 { expect(try await store.header(page) == nil, "no page is kept") }
    for number in [1, 3, 9] {
      expect(try await store.singles.value(item(number, "").id) == nil, "no item is kept by itself")
    }
    try await put(0, items([3]), in: store, isLast: true)
    expect(try await store.window(.row(0), 0, 9).items == items([3]), "it can be kept again")
  }
}
