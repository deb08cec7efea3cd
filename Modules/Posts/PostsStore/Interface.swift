public import ItemsLoader
public import Paging
public import PostDomain
public import Store

/// Keeps the posts that were seen: page by page as they came, and those that were opened, each a page of one.
public typealias PostsStore = Store<PostsStoreKey, StoredCopy<Page<Post>>>

/// What a copy of posts is kept under.
public enum PostsStoreKey: Hashable, Sendable {
  /// The page of the list after a cursor, or the first.
  case page(after: Cursor?)
  /// A single post.
  case post(Post.ID)
}
