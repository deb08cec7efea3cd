public import Foundation
public import NetworkClient
import PostDomain
import RemoteItems
public import UsersService

extension UsersService {
  /// Asks `/users`.
  /// - Parameter base: the address that the server's resources lie under.
  public static func live(client: NetworkClient, base: URL) -> Self {
    let users = RemoteCollection(client, at: base.appending(path: "users"), item: User.init)
    return Self { try await users.all(validator: $0, by: \.id) }
  }
}
