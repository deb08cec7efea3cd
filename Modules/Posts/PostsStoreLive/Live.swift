public import FileStore
import ItemsLoader
import Paging
import PostDomain
public import PostsStore
public import Store

extension PostsStore {
  /// A file for each page and for each post that was opened.
  public static func live(files: FileStore) -> Self {
    files.json(schema: 1, name: \PostsStoreKey.name).map(
      decode: { (kept: StoredCopy<Page<PostRecord>>) in kept.map { $0.map(Post.init) } },
      encode: { $0.map { $0.map(PostRecord.init) } })
  }
}

extension PostsStoreKey {
  fileprivate var name: String {
    switch self {
    case .page(after: nil): "first"
    case .page(after: let cursor?): "after " + cursor.text
    case .post(let id): "post " + id.text
    }
  }
}
