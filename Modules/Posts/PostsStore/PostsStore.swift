// Saved posts.

public import PagedList
public import PostDomain

/// The saved posts: the list, page by page as it arrived, and the posts that were opened.
public typealias PostsStore = ListStore<Post>
