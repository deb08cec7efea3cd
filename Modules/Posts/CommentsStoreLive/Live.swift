public import CommentsStore
public import FileStore
import ItemsLoader
import PostDomain
public import Store

extension CommentsStore {
  /// A file for the comments of each post.
  public static func live(files: FileStore) -> Self {
    files.json(schema: 1, name: \CommentsStoreKey.name).map(
      decode: { (kept: StoredCopy<[CommentRecord]>) in kept.map { $0.map(Comment.init) } },
      encode: { $0.map { $0.map(CommentRecord.init) } })
  }
}

extension CommentsStoreKey {
  fileprivate var name: String {
    switch self {
    case .about(let id): "about " + id.text
    }
  }
}
