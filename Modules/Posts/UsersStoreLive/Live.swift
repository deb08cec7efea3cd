public import FileStore
import ItemsLoader
import PostDomain
public import Store
public import UsersStore

extension UsersStore {
  /// A file for those that are listed, and one for each that was asked for.
  public static func live(files: FileStore) -> Self {
    files.json(schema: 1, name: \UsersStoreKey.name).map(
      decode: { (kept: StoredCopy<[UserRecord]>) in kept.map { $0.map(User.init) } },
      encode: { $0.map { $0.map(UserRecord.init) } })
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
