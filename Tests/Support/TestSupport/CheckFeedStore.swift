import Essentials
public import Feed
import ItemsLoader
import Paging
import Store
public import Testing

/// Checks that what keeps a list does so by the rules: what every such store owes its users.
/// - `make`: makes an empty one, each time another.
/// - `item`: an item that a number names, with some content: another text is another content, and found by a search.
public func checkFeedStore<Item: Equatable>(
  _ make: @escaping @Sendable () -> FeedStore<Item>, item: @escaping @Sendable (_ number: Int, _ text: String) -> Item,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let check = FeedStoreCheck(make: make, item: item, sourceLocation: sourceLocation)
  try await check.reading()
  try await check.windows()
  try await check.movingItems()
  try await check.pushedDownItems()
  try await check.severalPages()
  try await check.endings()
  try await check.validators()
  try await check.singles()
  try await check.listedSingles()
  try await check.orders()
  try await check.arrivals()
  try await check.texts()
  try await check.removing()
}

struct FeedStoreCheck<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
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
    unreadable: Int = 0, validator: String? = "v", checked: RangeSet<Int> = RangeSet()
  ) async throws -> PageOutcome<Item> {
    let next = isLast ? nil : next ?? cursor(page + 1)
    return try await store.replace(
      PageUpdate(
        number: page, cursor: cursor(page), page: Page(items, next: next, unreadable: unreadable),
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

  func places(_ store: FeedStore<Item>, _ text: String) async throws -> [Place] {
    var places: [Place] = []
    for try await portion in store.list.search(ListQuery(text: text)) { places += portion }
    return places
  }

  func items(_ store: FeedStore<Item>, _ places: [Place]) async throws -> [Item] {
    try await store.list.items(places).compactMap(\.item)
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
    expect(try await items(store, found) == items([4]), "what is found can be read")
    expect(try await items(store, places(store, "text")) == items([1, 2, 3, 4, 5]), "all are found, in order")
    expect(try await places(store, "").count == 5, "where nothing is looked for, everything is found")
    expect(try await places(store, "4 text").count == 1, "words are found in any order")
    expect(try await places(store, "Text").isEmpty, "a capital that is typed counts")
    try await put(2, items([3, 5]), in: store, isLast: true)
    expect(try await items(store, found).allSatisfy { $0 == item(5, "text 5") }, "what is gone is missing")
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
}
