// Users in a database.

import CachedResource
public import Database
import DatabaseStore
import Essentials
import PostDomain
public import Store
public import UsersStore

extension UsersStore {
  /// Stores the users in the table `users`: a row for the list, and a row for each user who was requested individually.
  public static func live(database: Database) -> Self {
    database.copies(
      named: "users", versions: 1...1, key: \.name,
      encode: { try JSONEncoder().encode($0.map(UserRecord.init)) },
      decode: { try JSONDecoder().decode([UserRecord].self, from: $0).map(User.init) })
  }
}

extension UsersStoreKey {
  fileprivate var name: String {
    switch self {
    case .all: "all"
    case .one(let id): "one " + id.text
    }
  }
}

/// A user as a row of a table stores it.
struct UserRecord: Codable {
  var id: String
  var name: String

  init(_ user: User) {
    id = user.id.text
    name = user.name
  }
}

extension User {
  init(_ record: UserRecord) { self.init(id: ID(record.id), name: record.name) }
}
