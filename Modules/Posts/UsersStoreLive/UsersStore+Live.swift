// Users in a database.

public import Database
import DatabaseStore
import PostDomain
public import Store
public import UsersStore

extension UsersStore {
  /// Stores the users in the table `users`: a row for the list, and a row for each user who was requested individually.
  public static func live(database: Database) -> Self {
    database.copies(named: "users", versions: 1...1, key: \.name)
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
