import Observed
public import Store
public import Testing

/// Checks that a store of several keys behaves as one: what every live store owes its users.
/// - `tellsChanges`: whether it does; a folder of files does not.
public func checkStore<Key, Value: Equatable & Sendable>(
  _ store: Store<Key, Value>, keys: (Key, Key), values: (Value, Value), tellsChanges: Bool = true,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  try await store.removeAll()
  try await store.insert(values.0, keys.0)
  try await store.insert(values.1, keys.1)
  #expect(try await store.value(keys.0) == values.0, "keys do not share values", sourceLocation: sourceLocation)
  #expect(try await store.value(keys.1) == values.1, "keys do not share values", sourceLocation: sourceLocation)

  try await store.remove(keys.0)
  #expect(try await store.value(keys.0) == nil, "what is removed is gone", sourceLocation: sourceLocation)
  #expect(try await store.value(keys.1) == values.1, "nothing else is removed", sourceLocation: sourceLocation)

  try await store.removeAll()
  #expect(try await store.value(keys.1) == nil, "removeAll leaves nothing", sourceLocation: sourceLocation)
  try await checkStore(
    store, key: keys.0, values: values, tellsChanges: tellsChanges, sourceLocation: sourceLocation)
}

/// Checks that a store behaves as one under a key, which may be its only one.
/// - `tellsChanges`: whether it does; a folder of files does not.
public func checkStore<Key, Value: Equatable & Sendable>(
  _ store: Store<Key, Value>, key: Key, values: (Value, Value), tellsChanges: Bool = true,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  try await store.removeAll()
  #expect(try await store.value(key) == nil, "an empty store has nothing", sourceLocation: sourceLocation)
  try await store.remove(key)

  try await store.insert(values.0, key)
  #expect(try await store.value(key) == values.0, "what is inserted is there", sourceLocation: sourceLocation)

  try await store.insert(values.1, key)
  #expect(try await store.value(key) == values.1, "the last insert wins", sourceLocation: sourceLocation)

  try await store.remove(key)
  #expect(try await store.value(key) == nil, "what is removed is gone", sourceLocation: sourceLocation)

  try await store.insert(values.0, key)
  try await store.removeAll()
  #expect(try await store.value(key) == nil, "removeAll leaves nothing", sourceLocation: sourceLocation)

  guard tellsChanges else { return }
  let changes: [@Sendable () async throws -> Void] = [
    { try await store.insert(values.0, key) }, { try await store.insert(values.1, key) },
    { try await store.remove(key) }, { try await store.insert(values.0, key) }, { try await store.removeAll() },
  ]
  for (index, change) in changes.enumerated() {
    var told = store.changes.stream().makeAsyncIterator()
    try await change()
    #expect(await told.next() != nil, "change \(index) is told", sourceLocation: sourceLocation)
  }
}
