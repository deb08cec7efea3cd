import ItemKind
import Observed
public import ReadMarksStore
public import Testing

/// Checks that what keeps read marks does so by the rules.
/// - `make`: makes an empty one, each time another.
public func checkReadMarksStore(
  _ make: @Sendable () -> ReadMarksStore, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let (comic, post) = (ItemKind("comic"), ItemKind("post"))
  let (one, two) = (ReadMarksBatch(1), ReadMarksBatch(.min))
  func expect(_ isTrue: Bool, _ promise: Comment) { #expect(isTrue, promise, sourceLocation: sourceLocation) }

  let store = make()
  expect(try await store.marked(post, ["1", "2"]).isEmpty, "nothing is read at first")
  expect(try await store.remove(post, ["1"]).isEmpty, "what is not read is not made unread")
  expect(try await store.takeBack(one) == 0, "there is nothing to take back")
  expect(try await store.ids(post, nil, 9).isEmpty, "and nothing to list")
  expect(try await store.add(post, [], one) == 0, "nothing is added")

  expect(try await store.add(post, ["2", "1", "2", "é/%'"], one) == 3, "each item counts once")
  expect(try await store.add(post, ["1", "7"], two) == 1, "what is read already does not count")
  expect(try await store.add(comic, ["1"], two) == 1, "kinds are apart")
  expect(try await store.marked(post, ["1", "3", "7", "1"]) == ["1", "7"], "it says which are read")
  expect(try await store.marked(comic, ["1", "7"]) == ["1"], "of one kind")
  let many = (0..<2_000).map { "x\($0)" } + ["7"]
  expect(try await store.marked(post, many) == ["7"], "of any number")

  expect(try await store.ids(post, nil, 99) == ["1", "2", "7", "é/%'"], "it lists them in order")
  expect(try await store.ids(post, nil, 2) == ["1", "2"], "so many at a time")
  expect(try await store.ids(post, "2", 2) == ["7", "é/%'"], "and goes on behind one")
  expect(try await store.ids(post, "3", 1) == ["7"], "also behind one that is not there")
  expect(try await store.ids(post, "é/%'", 9).isEmpty, "until there is none")
  expect(try await store.ids(post, nil, 0).isEmpty, "none is none")

  expect(try await store.remove(post, ["7", "3"]) == ["7": two], "it says which were read, and since which batch")
  expect(try await store.marked(post, ["7"]).isEmpty, "which are unread then")
  expect(try await store.takeBack(two) == 1, "of a batch, what is still read is taken back, of any kind")
  expect(try await store.marked(comic, ["1"]).isEmpty, "which is unread then")
  expect(try await store.ids(post, nil, 9) == ["1", "2", "é/%'"], "what was read before the batch stays read")
  expect(try await store.takeBack(two) == 0, "only once")
  expect(try await store.add(post, many, two) == 2_001, "any number is marked")
  expect(try await store.takeBack(two) == 2_001, "and taken back")

  let changes: [@Sendable () async throws -> Void] = [
    { _ = try await store.add(post, ["9"], one) }, { _ = try await store.remove(post, ["9"]) },
    { _ = try await store.takeBack(one) }, { _ = try await store.add(comic, ["9"], two) },
    { _ = try await store.takeBack(two) },
  ]
  for change in changes {
    var told = store.changes.stream().makeAsyncIterator()
    try await change()
    expect(await told.next() != nil, "every change is told")
  }
  do {
    let told = Calls<Void>()
    let stop = store.changes.watch { told.record(()) }
    _ = try await store.add(post, [], one)
    _ = try await store.remove(post, ["9"])
    stop()
    expect(told.all.isEmpty, "what changes nothing is not told")
  }
}
