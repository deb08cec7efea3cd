public import ItemsLoader
public import PostDomain

/// The users that a server knows.
public struct UsersService: Sendable {
  /// All users, unless the copy that the validator belongs to is the latest.
  /// - Throws: `NetworkClient.Error`, or `CancellationError`.
  public var users: @Sendable (_ validator: String?) async throws -> Revalidation<[User]>

  public init(users: @escaping @Sendable (_ validator: String?) async throws -> Revalidation<[User]>) {
    self.users = users
  }
}
