// Cached comments.

public import CachedResource
public import PostDomain
public import Store

/// The cached comments: all of them about a post, by the identifier of that.
public typealias CommentsStore = Store<Post.ID, CachedCopy<[Comment]>>
