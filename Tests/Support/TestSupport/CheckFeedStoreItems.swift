import Essentials
import Feed
import ItemsLoader
import Paging
import Store
import Testing

/// Validators, and items that came by themselves.
extension FeedStoreCheck {
  func validators() async throws {
    let store = try await store([1, 2], [3])
    expect(try await store.validator(0, nil) == "v", "a validator is kept")
    expect(try await store.validator(0, Cursor("")) == nil, "for the page of this cursor")
    expect(try await store.validator(1, nil) == nil, "for the page of this cursor")
    try await put(0, items([1, 2]), in: store, validator: nil)
    expect(try await store.validator(0, nil) == nil, "a page may have none")
    try await put(0, items([1, 2]), in: store, validator: "w")
    expect(try await store.validator(0, nil) == "w", "the newest counts")
    try await put(0, items([1, 2]), in: store, unreadable: 1)
    expect(try await store.validator(0, nil) == nil, "a page that could not be read whole has none")
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
    expect(
      try await store.unlisted() == [StoredCopy(one, fetchedAt: date + 9, validator: "1")], "and found among such")
    try await put(0, items([1, 2]), in: store)
    expect(try await store.singles.value(one.id)?.validator == "1", "and when it is listed again")
    expect(try await store.unlisted() == [], "it is not among such then")
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
    try await store.singles.insert(StoredCopy(item(2, "text 2"), fetchedAt: date + 30, validator: "2"), item(2, "").id)
    try await store.singles.removeAll()
    expect(try await all(store) == items([2]), "on the first page, too, where it came by itself")
  }

  func texts() async throws {
    let store = try await store([3, 1], [2])
    let found = try await store.list.found("text 1", inTexts: true).compactMap(\.item)
    expect(found == items([1]), "what the text holds is found among whole texts, too")
  }

  func orders() async throws {
    let store = try await store([3, 1], [2])
    try await store.singles.insert(StoredCopy(item(9, "text 9"), fetchedAt: date), item(9, "").id)
    func ids(_ order: ListQuery.Order) async throws -> [Item.ID] { try await store.list.all(ListQuery(order: order)) }
    expect(try await ids(.listed) == items([3, 1, 2]).map(\.id), "the identities are all that is listed, in order")
    expect(try await ids(.title) == items([1, 2, 3]).map(\.id), "or by the text that a search looks at")
    expect(try await ids(.newest) == items([3, 1, 2]).map(\.id), "or by date, and as listed without one")
    expect(try await make().list.all(ListQuery(order: .title)).isEmpty, "nothing saved has no identity")
  }
}
