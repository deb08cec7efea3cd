public import ContentDomain
public import Store

/// Keeps the response code that was fetched last.
public typealias ResponseCodeStore = Store<ResponseCodeStoreKey, FetchedCode>

/// What a response code is kept under.
public enum ResponseCodeStoreKey: Hashable, Sendable {
  /// The one that was fetched last.
  case last
}
