public import Feed
import Foundation
import ItemsLoader
import Paging
import Store
public import Testing

/// Checks that what keeps a list does so by the rules: what every such store owes its users.
/// - Parameters:
///   - make: makes an empty one, each time another.
///   - item: an item that a number names, with some content: another text is another content, and found by a search.
public func checkFeedStore<Item: Equatable>(
  _ make: @escaping @Sendable () -> FeedStore<Item>, item: @escaping @Sendable (_ number: Int, _ text: String) -> Item,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let check = FeedStoreCheck(make: make, item: item, sourceLocation: sourceLocation)
  try await check.reading()
  try await check.windows()
  try await check.movingItems()
  try await check.pushedDownItems()
  try await check.endings()
  try await check.validators()
  try await check.singles()
  try await check.listedSingles()
}

private struct FeedStoreCheck<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
  let make: @Sendable () -> FeedStore<Item>
  let item: @Sendable (_ number: Int, _ text: String) -> Item
  let sourceLocation: SourceLocation
  let date = Date(timeIntervalSince1970: 1_000)

  func expect(_ isTrue: Bool, _ promise: Comment) {
    #expect(isTrue, promise, sourceLocation: sourceLocation)
  }

  func items(_ numbers: [Int]) -> [Item] { numbers.map { item($0, "text \($0)") } }

  /// The cursor of a page.
  func cursor(_ page: Int) -> Cursor? { page == 0 ? nil : Cursor("\(page)") }

  @discardableResult
  func put(
    _ page: Int, _ items: [Item], in store: FeedStore<Item>, isLast: Bool = false, next: Cursor? = nil,
    validator: String? = "v", checked: RangeSet<Int> = RangeSet()
  ) async throws -> PageOutcome<Item> {
    try await store.replace(
      PageUpdate(
        number: page, cursor: cursor(page), page: Page(items, next: isLast ? nil : next ?? cursor(page + 1)),
        validator: validator, fetchedAt: date + Double(page), checked: checked))
  }

  /// A store with pages of these items, the last of which is the last.
  func store(_ pages: [Int]...) async throws -> FeedStore<Item> {
    let store = make()
    for (number, page) in pages.enumerated() {
      try await put(number, items(page), in: store, isLast: number == pages.count - 1)
    }
    return store
  }

  func all(_ store: FeedStore<Item>) async throws -> [Item] { try await store.window(.row(0), 0, 1_000).items }

  func places(_ store: FeedStore<Item>, _ query: String) async throws -> [Place] {
    var (places, start) = ([Place](), Place?.some(Place(0)))
    while let from = start {
      let portion = try await store.search(query, from)
      places += portion.places
      start = portion.rest
    }
    return places
  }

  func reading() async throws {
    let empty = make()
    let nothing = try await empty.window(.row(7), 3, 3)
    expect(nothing.items.isEmpty && nothing.count == 0 && nothing.anchor == 0, "an empty store has nothing")
    expect(!nothing.isComplete && nothing.fetchedAt == nil, "what was never given is not known to be all")
    expect(try await empty.header(0) == nil, "no page is kept in an empty store")
    expect(try await empty.page(0) == nil, "no page is kept in an empty store")
    expect(try await empty.validator(0, nil) == nil, "what is not kept has no validator")
    expect(try await empty.confirm(0, nil, "v") == nil, "what is not kept is not confirmed")
    expect(try await empty.extent(0..<9) == PageExtent(pages: 0..<0, pageCount: 0, count: 0), "it reaches nowhere")
    expect(try await places(empty, "text").isEmpty, "nothing is found in an empty store")

    let store = try await store([1, 2], [], [3, 4, 5])
    expect(try await all(store) == items([1, 2, 3, 4, 5]), "the pages follow each other")
    expect(
      try await store.header(0) == PageHeader(cursor: nil, next: cursor(1), fetchedAt: date),
      "a page is kept with where it begins, where it leads and when it came")
    expect(try await store.header(3) == nil, "there is no page behind the last")
    expect(try await store.page(1) == [], "an empty page is a page")
    expect(try await store.page(2) == items([3, 4, 5]), "a page has its items")
    expect(try await store.extent(1..<3) == PageExtent(pages: 0..<3, pageCount: 3, count: 5), "rows are on pages")
    expect(try await store.extent(1..<2).pages == 0..<2, "an empty page behind a row is with it")
    expect(try await store.extent(2..<3).pages == 2..<3, "a row behind an empty page is on the next")
    expect(try await store.extent(4..<99).pages == 2..<3, "rows behind the last are on no page")
    expect(try await store.extent(5..<99).pages.isEmpty, "rows behind the last are on no page")

    let found = try await places(store, "text 4")
    expect(try await store.items(found) == items([4]), "what is found can be read")
    expect(try await store.items(places(store, "text")) == items([1, 2, 3, 4, 5]), "all are found, in order")
    expect(try await places(store, "").count == 5, "where nothing is looked for, everything is found")
    expect(try await places(store, "4 text").count == 1, "words are found in any order")
    expect(try await places(store, "Text").isEmpty, "a capital that is typed counts")
    try await put(2, items([3, 5]), in: store, isLast: true)
    expect(try await store.items(found).allSatisfy { $0 == item(5, "text 5") }, "what is gone is missing")
    expect(try await places(store, "4").isEmpty, "what is gone is not found")
  }

  func windows() async throws {
    let store = try await store(Array(0..<10), Array(10..<20), Array(20..<25))
    let middle = try await store.window(.row(12), 3, 4)
    expect(
      middle.items == items(Array(9..<17)) && middle.first == 9 && middle.anchor == 12, "a window lies around a row")
    expect(middle.count == 25 && middle.isComplete && middle.fetchedAt == date, "a window knows of the whole")
    let end = try await store.window(.row(.max), 2, .max)
    expect(end.items == items([22, 23, 24]) && end.anchor == 24 && end.first == 22, "behind the last is the last")
    let start = try await store.window(.row(-5), .max, 1)
    expect(start.items == items([0, 1]) && start.first == 0 && start.anchor == 0, "before the first is the first")
    expect(try await store.window(.row(3), -1, -1).items == items([3]), "less than nothing is nothing")
    let found = try await store.window(.item(item(21, "").id, orRow: 0), 1, 1)
    expect(found.items == items([20, 21, 22]) && found.anchor == 21 && found.first == 20, "it lies around an item")
    let gone = try await store.window(.item(item(99, "").id, orRow: 7), 0, 0)
    expect(gone.items == items([7]) && gone.anchor == 7, "where the item is gone, around a row")
    let open = make()
    try await put(0, items([1]), in: open)
    expect(try await !open.window(.row(0), 0, 0).isComplete, "a list that leads on is not complete")
    try await put(0, [], in: open, isLast: true)
    let empty = try await open.window(.row(0), 0, 0)
    expect(empty.isComplete && empty.count == 0 && empty.fetchedAt == date, "an empty list is an answer")
  }

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
    expect(try await store.items(places(store, "text")) == items([2, 1, 6, 3, 5]), "a search finds them there")
  }

  func pushedDownItems() async throws {
    let store = try await store([1, 2, 3], [4, 5], [6])
    try await put(0, items([0, 1]), in: store)
    expect(try await all(store) == items([0, 1, 2, 3, 4, 5, 6]), "what is not on a page any more may be on the next")
    expect(try await store.window(.item(item(3, "").id, orRow: 0), 0, 0).anchor == 3, "it is counted there")
    expect(try await store.items(places(store, "3")) == items([3]), "it is found there")
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
      expect(circle.next == nil && circle.endsBecause == .leadsInCircles, "a link back is the end")
      expect(try await store.window(.row(0), 0, 0).isComplete, "of all that is known")
      expect(try await store.validator(2, cursor(2)) == nil, "and is looked at anew each time")
    }

    let barren = make()
    for page in 0..<11 {
      let outcome = try await put(page, items([1]), in: barren, checked: RangeSet(0..<page))
      expect(outcome.items == (page == 0 ? items([1]) : []), "an item is new once")
      expect((outcome.next == nil) == (page == 10), "ten pages without a new item are the end, and nine are not")
    }
    expect(try await barren.window(.row(0), 0, 0).isComplete, "ten pages without a new item are the end")

    try await put(2, items([3]), in: store, next: Cursor("elsewhere"))
    for page in [3, 5] {
      let stray = try await put(page, items([1, 7]), in: store, checked: RangeSet(0..<1))
      expect(stray.items == items([7]) && !stray.isKept, "a page that no page leads to is told without what is known")
      expect(try await all(store) == items([1, 2, 3]), "and not kept")
    }
  }

  func validators() async throws {
    let store = try await store([1, 2], [3])
    expect(try await store.validator(0, nil) == "v", "a validator is kept")
    expect(try await store.validator(0, Cursor("")) == nil, "for the page of this cursor")
    expect(try await store.validator(1, nil) == nil, "for the page of this cursor")
    try await put(0, items([1, 2]), in: store, validator: nil)
    expect(try await store.validator(0, nil) == nil, "a page may have none")
    try await put(0, items([1, 2]), in: store, validator: "w")
    expect(try await store.validator(0, nil) == "w", "the newest counts")
    try await put(0, [item(1, "other"), item(2, "text 2")], in: store, validator: "x")
    expect(try await all(store).first == item(1, "other"), "the newest content counts")
    expect(try await places(store, "other").count == 1, "and is found")
    expect(try await places(store, "1").isEmpty, "the old one is not")
  }

  func singles() async throws {
    let store = make()
    let (one, two) = (item(1, "one"), item(2, "two"))
    expect(try await store.singles.value(one.id) == nil, "nothing is kept at first")
    try await store.singles.insert(StoredCopy(one, fetchedAt: date, validator: "1"), one.id)
    try await store.singles.insert(StoredCopy(two, fetchedAt: date + 1), two.id)
    expect(
      try await store.singles.value(one.id) == StoredCopy(one, fetchedAt: date, validator: "1"),
      "an item that came by itself is kept")
    expect(try await all(store).isEmpty, "but not listed")
    expect(try await places(store, "one").isEmpty, "nor found")
    try await store.singles.insert(StoredCopy(item(1, "uno"), fetchedAt: date + 2, validator: "2"), one.id)
    expect(
      try await store.singles.value(one.id) == StoredCopy(item(1, "uno"), fetchedAt: date + 2, validator: "2"),
      "the newest counts")
    try await store.singles.remove(one.id)
    expect(try await store.singles.value(one.id) == nil, "what is removed is gone")
    expect(try await store.singles.value(two.id)?.fetchedAt == date + 1, "nothing else is")
    try await store.singles.removeAll()
    expect(try await store.singles.value(two.id) == nil, "removeAll leaves nothing")
  }

  func listedSingles() async throws {
    let store = try await store([1, 2], [3])
    let (one, three) = (item(1, "text 1"), item(3, "text 3"))
    expect(
      try await store.singles.value(three.id) == StoredCopy(three, fetchedAt: date + 1),
      "an item of the list is as old as its page, and has no validator")
    try await store.singles.insert(StoredCopy(one, fetchedAt: date + 9, validator: "1"), one.id)
    expect(try await store.validator(0, nil) == "v", "the same content changes nothing on the page")
    try await put(0, items([2, 1]), in: store)
    expect(try await store.singles.value(one.id)?.validator == "1", "nor does the page change it")
    try await put(0, items([2]), in: store, checked: RangeSet(0..<2))
    expect(try await all(store) == items([2, 3]), "what is not listed is not shown")
    expect(try await store.singles.value(one.id)?.validator == "1", "but still kept by itself")
    try await put(0, items([1, 2]), in: store)
    expect(try await store.singles.value(one.id)?.validator == "1", "and when it is listed again")
    expect(try await all(store) == items([1, 2, 3]), "it is there once")
    try await put(0, [item(1, "new"), item(2, "text 2")], in: store)
    expect(
      try await store.singles.value(one.id) == StoredCopy(item(1, "new"), fetchedAt: date),
      "other content on a page is newer, and not what its validator was given for")

    try await store.singles.insert(StoredCopy(item(3, "newer"), fetchedAt: date + 20, validator: "3"), three.id)
    expect(try await all(store).last == item(3, "newer"), "the list shows what came by itself")
    expect(try await places(store, "newer").count == 1, "and finds it")
    expect(try await store.validator(1, cursor(1)) == nil, "which is not what its page's validator was given for")
    try await store.singles.remove(three.id)
    expect(try await store.singles.value(three.id)?.validator == nil, "what is removed has no validator")
    expect(try await all(store).last == item(3, "newer"), "and is listed as before")

    try await store.singles.insert(StoredCopy(item(3, "newer"), fetchedAt: date, validator: "3"), three.id)
    try await put(0, items([2]), in: store, isLast: true)
    expect(try await store.singles.value(three.id)?.validator == "3", "where the list ends, what was opened is kept")
    expect(try await all(store) == items([2]), "and not listed")
    try await store.singles.removeAll()
    expect(try await store.singles.value(three.id) == nil, "removeAll leaves only what is listed")
    expect(try await all(store) == items([2]), "removeAll leaves what is listed")
  }
}
