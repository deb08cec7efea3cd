import CachedResource
import Essentials
import FeedDocument
import FeedPosts
import FeedRules
import FeedsRepository
import FeedsService
import FeedsStore
import FlagsStore
import PagedList
import PostDomain
import PostsRepository
import Subscriptions

extension SubscribedFeeds {
  /// Saves posts of a feed that another reader has stored, and returns the number of new ones.
  func importEntries(_ id: Subscription.ID, _ entries: [ImportedEntry]) async throws -> Int {
    guard !entries.isEmpty, let address = try await address(of: id) else { return 0 }
    try await prepare(address)
    let numbers = try await store.identify(
      entries.map(\.entry).map { FeedSignature(id: $0.key, link: $0.link, title: $0.title, date: $0.published) },
      address, nil
    ).posts
    let bookmarked = zip(entries, numbers).filter(\.0.isBookmarked).map { Post.ID(feedEntry: $1) }
    let part = try await feed(at: address).part
    let hiding = try await hiding(at: address, in: part, sparing: bookmarked)
    let posts = zip(entries, numbers).map { entry, number in
      let post = Post(entry.entry, number: number, feed: address, now: now(), isLate: false)
      return hiding?.applied(to: post) ?? post
    }
    let saved = parts.store(part)
    let before = try await saved.extent(0..<0).count
    // The first page stays as it is: its validators are those of the feed's document.
    let header = try await saved.header(0)
    let validator = try await saved.validator(0, nil)
    var page = Page<Post>([], next: header?.next)
    page.window = PageWindow(portions: { try $0(posts) }, isInMemory: true, merged: { _, _ in nil })
    _ = try await saved.replace(
      PageUpdate(
        number: 0, cursor: nil, page: page, validator: validator, fetchedAt: header?.fetchedAt ?? now(),
        checked: RangeSet()))
    var feed = try await store.state(address)
    if feed.arrivingRead != nil {
      feed.importedBy = try await saved.reader.window(ListQuery(), .row(0), 0, 0).arrival
      try await store.setState(feed, address)
    }
    let ids = { (isRead: Bool) in zip(entries, posts).filter { $0.0.isRead == isRead }.map(\.1.id.text) }
    _ = try await flags.addRead(.post, ids(true), .random())
    // Its age says less than what the person has read.
    _ = try await flags.undoRead(.arrivedRead, (.post, ids(false)))
    for (entry, post) in zip(entries, posts) where entry.isBookmarked {
      _ = try await flags.addBookmark(Bookmark(kind: .post, id: post.id.text, addedAt: now()))
    }
    return try await saved.extent(0..<0).count - before
  }
}
