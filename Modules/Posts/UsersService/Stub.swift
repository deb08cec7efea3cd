import ItemsLoader
public import NetworkClient
public import PostDomain

extension UsersService {
  /// Knows the given users.
  public static func stub(_ users: [User] = .samples) -> Self {
    Self { _ in .changed(users, validator: nil) }
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error = NetworkClient.Error.unreachable(.refused)) -> Self {
    Self { _ in throw error }
  }
}
