// Cached users.

public import CachedResource
public import PostDomain
public import Store

/// Keeps the users that were seen.
public typealias UsersStore = Store<UsersStoreKey, CachedCopy<[User]>>

/// What a copy of users is kept under.
public enum UsersStoreKey: Hashable, Sendable {
  /// Those that the server lists at once.
  case all
  /// One that was asked for, or nobody where the server knows none.
  case one(User.ID)
}
