import Essentials
import Feed
import FlagsStore
import ItemsLoader
import PostDomain
import PostsRepository
import PostsService
import PostsStore
import Store

/// The list of posts, and single ones, which may be on it or not.
struct Posts: Sendable {
  let feed: Feed<Listed<Post>>
  private let service: PostsService
  private let store: PostsStore
  private let now: @Sendable () -> Date

  init(
    service: PostsService, store: PostsStore, flags: FlagsStore, now: @escaping @Sendable () -> Date
  ) {
    feed = .live(remote: service.page, store: store, flags: flags, kind: .post, now: now)
    (self.service, self.store, self.now) = (service, store, now)
  }

  /// One post. What is kept of it is the newest that was seen, on the list or by itself.
  func loader(_ id: Post.ID) -> ItemsLoader<Post> {
    .live(remote: { try await service.post(id, $0) }, store: store.singles, key: id, now: now)
  }
}
