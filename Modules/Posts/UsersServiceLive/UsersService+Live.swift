// Users from `/users` and `/users/{id}`.

import CachedResource
public import Essentials
public import NetworkClient
import PostDomain
import RESTCollections
public import UsersService

extension UsersService {
  /// Requests `/users` and `/users/{id}`. Further pages of `/users` are not followed, because there may be millions.
  ///
  /// A user is `{"id": 1, "name": "Saoirse Ní Bhriain"}`; `/users` is an array of them.
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - base: The address below which the server has its resources.
  public static func live(client: NetworkClient, base: URL) -> Self {
    let url = base.appending(path: "users")
    let users = RemoteCollection(client, at: url, item: User.init)
    return Self(
      users: { try await users.page(validator: $0).map(\.items) },
      user: { id, validator in
        do {
          return try await client.item(id, of: url, validator: validator) { (wire: UserDTO) in User(wire) }.map { [$0] }
        } catch NetworkClient.Error.rejected(status: 404) {
          return .changed([], validator: nil)
        }
      })
  }
}
