public import ItemsLoader
public import PostDomain
public import Store

/// Keeps the comments that were seen, those of each post by themselves.
public typealias CommentsStore = Store<CommentsStoreKey, StoredCopy<[Comment]>>

/// What a copy of comments is kept under.
public enum CommentsStoreKey: Hashable, Sendable {
  /// All that are about one post.
  case about(Post.ID)
}
