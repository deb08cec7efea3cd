// Users from a server.

public import CachedResource
public import PostDomain

/// The users on a server.
public struct UsersService: Sendable {
  /// Returns the users in the server's list, or `.unchanged` where the copy with this validator is the latest. The list
  /// has all users where there are few, and only the first page where there are many.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public var users: @Sendable (_ validator: String?) async throws -> Revalidation<[User]>
  /// Returns one user, or an empty array for an unknown identifier; or `.unchanged` where the copy with this validator
  /// is the latest.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public var user: @Sendable (_ id: User.ID, _ validator: String?) async throws -> Revalidation<[User]>

  public init(
    users: @escaping @Sendable (_ validator: String?) async throws -> Revalidation<[User]>,
    user: @escaping @Sendable (_ id: User.ID, _ validator: String?) async throws -> Revalidation<[User]>
  ) {
    self.users = users
    self.user = user
  }
}
