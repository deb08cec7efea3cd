public import Database
import DatabaseStore
import ItemsLoader
import PostDomain
public import Store
public import UsersStore

extension UsersStore {
  /// One row for all users, in the table `users`.
  public static func live(database: Database) -> Self {
    database.copies(of: [UserRecord].self, named: "users", version: 1, key: { (key: UsersStoreKey) in "\(key)" }).map(
      decode: { $0.map { $0.map(User.init) } }, encode: { $0.map { $0.map(UserRecord.init) } })
  }
}
