extension Store {
  /// Returns the same store with other keys and values. A value that cannot be converted back is an error of `decode`.
  public func pullback<NewKey: Hashable & Sendable, NewValue: Sendable>(
    key: @escaping @Sendable (NewKey) -> Key,
    decode: @escaping @Sendable (Value) throws -> NewValue,
    encode: @escaping @Sendable (NewValue) throws -> Value
  ) -> Store<NewKey, NewValue> {
    var store = Store<NewKey, NewValue>(
      value: { try await value(key($0)).map(decode) },
      insert: { try await insert(encode($0), key($1)) },
      remove: { try await remove(key($0)) },
      removeAll: removeAll, changes: changes, usage: usage
    )
    store.noteSeen = { [noteSeen] in try await noteSeen(key($0), $1) }
    store.oldest = { [oldest] in try await oldest($0, $1.map(key)) }
    store.removeOldest = removeOldest
    return store
  }

  /// Returns the same store with other values.
  public func map<NewValue: Sendable>(
    decode: @escaping @Sendable (Value) throws -> NewValue, encode: @escaping @Sendable (NewValue) throws -> Value
  ) -> Store<Key, NewValue> {
    pullback(key: { $0 }, decode: decode, encode: encode)
  }
}
