// Cached comments.

public import CachedResource
public import PostDomain
public import Store

/// Keeps the comments that were seen, those of each post by themselves.
public typealias CommentsStore = Store<CommentsStoreKey, CachedCopy<[Comment]>>

/// What a copy of comments is kept under.
public enum CommentsStoreKey: Hashable, Sendable {
  /// All that are about one post.
  case about(Post.ID)
}
