public import Store

/// Keeps how often something was done.
public typealias CounterStore = Store<CounterStoreKey, Int>

/// What is counted.
public enum CounterStoreKey: Hashable, Sendable {
  /// Response codes that were fetched.
  case fetches
}
