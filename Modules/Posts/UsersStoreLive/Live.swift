public import FileStore
import ItemsLoader
import PostDomain
public import Store
public import UsersStore

extension UsersStore {
  /// One file for all users.
  public static func live(files: FileStore) -> Self {
    files.json(schema: 1, name: { (key: UsersStoreKey) in "\(key)" }).map(
      decode: { (kept: StoredCopy<[UserRecord]>) in kept.map { $0.map(User.init) } },
      encode: { $0.map { $0.map(UserRecord.init) } })
  }
}
