import ItemKind
public import PlacesStore
public import Testing

/// Checks that what keeps places does so by the rules.
/// - `make`: makes an empty one, each time another.
public func checkPlacesStore(
  _ make: @Sendable () -> PlacesStore, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  func expect(_ isTrue: Bool, _ promise: Comment) { #expect(isTrue, promise, sourceLocation: sourceLocation) }
  func key(_ kind: String, _ id: String) -> PlaceKey { PlaceKey(ItemKind(kind), id) }
  let store = make()
  expect(try await store.places([key("post", "1")]).isEmpty, "nothing is known at first")
  expect(try await store.places([]).isEmpty, "nothing of nothing")
  try await store.save([key("post", "1"): "12", key("list", "1"): "{\"é\u{1}'%\": 1}", key("post", ""): ""])
  expect(
    try await store.places([key("post", "1"), key("post", "2"), key("post", "")])
      == [key("post", "1"): "12", key("post", ""): ""], "it gives what was kept, and nothing else")
  expect(try await store.places([key("list", "1")]).values.first == "{\"é\u{1}'%\": 1}", "kinds are apart")
  try await store.save([key("post", "1"): "13"])
  expect(
    try await store.places([key("post", "1"), key("list", "1")])
      == [key("post", "1"): "13", key("list", "1"): "{\"é\u{1}'%\": 1}"], "the newest counts, and the rest stays")
  try await store.save([:])
  expect(try await make().places([key("post", "1")]).isEmpty, "another knows nothing")
}
