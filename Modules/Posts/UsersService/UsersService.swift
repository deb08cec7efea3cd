// Users from a server.

public import CachedResource
public import PostDomain

/// The users that a server knows.
public struct UsersService: Sendable {
  /// The users that the server lists at once: all of them where there are few, the first page where there are many;
  /// unless the copy that the validator belongs to is the latest.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public var users: @Sendable (_ validator: String?) async throws -> Revalidation<[User]>
  /// One user, or nobody where there is none with this identifier; unless the copy that the validator belongs to is the
  /// latest.
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
