public import ItemsLoader
public import PostDomain
public import Store

/// Keeps the users that were seen.
public typealias UsersStore = Store<UsersStoreKey, StoredCopy<[User]>>

/// What a copy of users is kept under.
public enum UsersStoreKey: Hashable, Sendable {
  /// All of them.
  case all
}
