public import BookmarksStore
import Essentials
import Feed
import ItemKind
import Observed
public import Testing

/// Checks that what keeps bookmarks does so by the rules.
/// - `make`: makes an empty one, each time another.
public func checkBookmarksStore(
  _ make: @Sendable () -> BookmarksStore, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let (comic, post) = (ItemKind("comic"), ItemKind("post"))
  func bookmark(_ id: String, _ seconds: Double, _ kind: ItemKind = comic) -> Bookmark {
    Bookmark(kind: kind, id: id, addedAt: Date(timeIntervalSinceReferenceDate: seconds))
  }
  func expect(_ isTrue: Bool, _ promise: Comment) { #expect(isTrue, promise, sourceLocation: sourceLocation) }
  func ids(_ store: BookmarksStore, _ kind: ItemKind = comic) async throws -> [String] {
    try await store.window(kind, .row(0), 0, .max).items.map(\.id)
  }

  let store = make()
  let empty = try await store.window(comic, .row(3), 2, 2)
  expect(empty.items.isEmpty && empty.count == 0 && empty.isComplete && empty.fetchedAt == nil, "it begins empty")
  expect(try await store.remove(comic, "1") == nil, "what is not there is not removed")
  expect(try await store.marked(comic, []).isEmpty, "nothing is marked")

  let newest = bookmark("1", 30.123456789)
  for one in [bookmark("9", 10), newest, bookmark("é/%'", 20)] {
    expect(try await store.add(one) == .added(one), "what is added can be taken back")
  }
  _ = try await store.add(bookmark("1", 5, post))
  expect(try await ids(store) == ["1", "é/%'", "9"], "the newest stands first")
  expect(try await store.window(comic, .row(0), 0, 0).items == [newest], "a bookmark is kept as it was")
  expect(try await store.add(bookmark("9", 99)) == nil, "an item has one bookmark")
  expect(try await ids(store) == ["1", "é/%'", "9"], "which stays where it is")
  expect(try await ids(store, post) == ["1"], "kinds are apart")
  expect(try await store.marked(comic, ["9", "1", "7", "1"]) == ["1", "9"], "it says which are marked")
  expect(try await store.marked(post, ["9", "1"]) == ["1"], "of one kind")
  let many = (0..<2_000).map { "x\($0)" } + ["9"]
  expect(try await store.marked(comic, many) == ["9"], "of any number")

  for id in ["b", "a", "c"] { _ = try await store.add(bookmark(id, 15)) }
  expect(try await ids(store) == ["1", "é/%'", "a", "b", "c", "9"], "those of one moment have an order, too")
  let window = try await store.window(comic, .item("b", orRow: 0), 1, 1)
  expect(
    window.items.map(\.id) == ["a", "b", "c"] && window.first == 2 && window.anchor == 3 && window.count == 6,
    "a window lies around an item")
  expect(try await store.window(comic, .item("no", orRow: 1), 0, 0).items.map(\.id) == ["é/%'"], "or around a row")
  let end = try await store.window(comic, .row(.max), 1, .max)
  expect(end.items.map(\.id) == ["c", "9"] && end.first == 4 && end.anchor == 5, "behind the last is the last")
  expect(try await store.window(comic, .row(-4), .max, -1).items.map(\.id) == ["1"], "before the first is the first")

  guard case .removed(let removed)? = try await store.remove(comic, "a") else {
    return expect(false, "what is removed is told")
  }
  expect(removed == bookmark("a", 15), "with all that is needed to bring it back")
  expect(try await ids(store) == ["1", "é/%'", "b", "c", "9"], "what is removed is gone")
  try await store.undo(.removed(removed))
  expect(try await ids(store) == ["1", "é/%'", "a", "b", "c", "9"], "it comes back to where it was")
  try await store.undo(.added(removed))
  expect(try await ids(store) == ["1", "é/%'", "b", "c", "9"], "what is added goes away again")

  let changing: [@Sendable () async throws -> Void] = [
    { _ = try await store.add(removed) }, { _ = try await store.remove(ItemKind("comic"), "a") },
  ]
  for change in changing {
    var changes = store.changes.stream().makeAsyncIterator()
    try await change()
    expect(await changes.next() != nil, "a change is told")
  }
}
