// Comments in a database.

import CachedResource
public import CommentsStore
public import Database
import DatabaseStore
import PostDomain
public import Store

extension CommentsStore {
  /// Stores the comments in the table `comments`, one row for each post.
  public static func live(database: Database) -> Self {
    database.copies(of: [CommentRecord].self, named: "comments", versions: 2...2, key: \CommentsStoreKey.name).map(
      decode: { $0.map { $0.map(Comment.init) } }, encode: { $0.map { $0.map(CommentRecord.init) } })
  }
}

extension CommentsStoreKey {
  fileprivate var name: String {
    switch self {
    case .about(let id): "about " + id.text
    }
  }
}
