// Saved posts.

public import PagedList
public import PostDomain

/// Keeps the posts that were seen: the list, page by page as it came, and those that were opened.
public typealias PostsStore = ListStore<Post>
