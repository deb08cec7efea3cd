// Cached users.

public import CachedResource
public import PostDomain
public import Store

/// The cached users.
public typealias UsersStore = Store<UsersStoreKey, CachedCopy<[User]>>

/// The key of a cached copy of users.
public enum UsersStoreKey: Hashable, Sendable {
  /// The users in the server's list.
  case all
  /// One user who was requested, or nobody where the server has none with this identifier.
  case one(User.ID)
}
