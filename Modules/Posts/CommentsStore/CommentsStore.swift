// Cached comments.

public import CachedResource
public import PostDomain
public import Store

/// The cached comments, one copy for each post.
public typealias CommentsStore = Store<CommentsStoreKey, CachedCopy<[Comment]>>

/// The key of a cached copy of comments.
public enum CommentsStoreKey: Hashable, Sendable {
  /// All comments about one post.
  case about(Post.ID)
}
