import Essentials
import FeedDocument
import FeedsStore
import PostDomain
import Subscriptions

extension FeedDocument {
  /// Returns the comments in a feed of comments on a post, the oldest ones first, and those without a date last.
  ///
  /// A comment answers the first entry of the document that it refers to, by its identifier or by an address that no
  /// other entry has. The post itself, which some feeds begin with, is no comment.
  /// - Parameter feed: The feed of the post.
  func comments(on post: Post.ID, of feed: URL) -> [Comment] {
    let feedID = Subscription.Source.web(feed).id
    let entries = zip(portions().joined(), signatures).filter { _, signature in
      Post.ID(feedEntry: signature.post(of: feedID)) != post
    }.map { entry, signature in (entry: entry, id: Comment.ID(Post.ID(feedEntry: signature.key).text)) }
    var ids: [String: Comment.ID] = [:]
    for (link, same) in Dictionary(grouping: entries, by: \.entry.link) where same.count == 1 {
      if let link { ids[link] = same[0].id }
    }
    for (entry, id) in entries { ids[entry.key] = id }
    return entries.map { entry, id in
      Comment(
        id: id, postID: post, parentID: entry.answered.lazy.compactMap { ids[$0] }.first { $0 != id },
        name: entry.authors.first?.shownName ?? entry.title, body: entry.content?.text ?? "", date: entry.date)
    }.sorted { ($0.date ?? .distantFuture) < ($1.date ?? .distantFuture) }
  }
}
