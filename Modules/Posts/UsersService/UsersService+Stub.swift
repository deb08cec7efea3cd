import CachedResource
public import NetworkClient
public import PostDomain

extension UsersService {
  /// Serves the given users, all of them in the list.
  public static func stub(_ users: [User] = .samples) -> Self {
    Self(
      users: { _ in .changed(users, validator: nil) },
      user: { id, _ in .changed(users.filter { $0.id == id }, validator: nil) })
  }

  /// Fails at every endpoint.
  public static func failing(_ error: any Error = NetworkClient.Error.unreachable(.refused)) -> Self {
    Self(users: { _ in throw error }, user: { _, _ in throw error })
  }
}
