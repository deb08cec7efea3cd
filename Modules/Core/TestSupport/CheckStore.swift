public import Store
public import Testing

/// Checks that a store behaves as one: what every live store owes its users.
public func checkStore<Key, Value: Equatable>(
  _ store: Store<Key, Value>, keys: (Key, Key), values: (Value, Value),
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  try await store.removeAll()
  #expect(try await store.value(keys.0) == nil, "an empty store has nothing", sourceLocation: sourceLocation)
  try await store.remove(keys.0)

  try await store.insert(values.0, keys.0)
  try await store.insert(values.1, keys.1)
  #expect(try await store.value(keys.0) == values.0, "what is inserted is there", sourceLocation: sourceLocation)
  #expect(try await store.value(keys.1) == values.1, "keys do not share values", sourceLocation: sourceLocation)

  try await store.insert(values.1, keys.0)
  #expect(try await store.value(keys.0) == values.1, "the last insert wins", sourceLocation: sourceLocation)

  try await store.remove(keys.0)
  #expect(try await store.value(keys.0) == nil, "what is removed is gone", sourceLocation: sourceLocation)
  #expect(try await store.value(keys.1) == values.1, "nothing else is removed", sourceLocation: sourceLocation)

  try await store.removeAll()
  #expect(try await store.value(keys.1) == nil, "removeAll leaves nothing", sourceLocation: sourceLocation)
}
