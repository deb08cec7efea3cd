extension Store {
  /// Returns the given values and ignores changes.
  public static func stub(_ values: [Key: Value] = [:]) -> Self {
    var store = Self(value: { values[$0] }, insert: { _, _ in })
    store.usage = { StoreUsage(count: values.count) }
    return store
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error) -> Self {
    var store = Self(value: { _ in throw error }, insert: { _, _ in throw error })
    store.removeAll = { throw error }
    store.usage = { throw error }
    store.noteSeen = { _, _ in throw error }
    store.oldest = { _, _ in throw error }
    store.removeOldest = { _ in throw error }
    return store
  }
}
