import Observed

extension Store {
  /// Returns the given values and ignores changes. It never sends a change signal.
  public static func stub(_ values: [Key: Value] = [:]) -> Self {
    Self(
      value: { values[$0] }, insert: { _, _ in }, remove: { _ in }, removeAll: {}, changes: .none,
      usage: { StoreUsage(count: values.count) })
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error) -> Self {
    var store = Self(
      value: { _ in throw error }, insert: { _, _ in throw error }, remove: { _ in throw error },
      removeAll: { throw error }, changes: .none, usage: { throw error })
    store.noteSeen = { _, _ in throw error }
    store.oldest = { _, _ in throw error }
    store.removeOldest = { _ in throw error }
    return store
  }
}
