import CachedResource
import Essentials
import FlagsStore
import NetworkClient
import PostDomain
import PostsRepository
import Sync

/// A download of posts with their comments, authors and pictures: a request for the comments of each post, one for each
/// author who is not in the list of users, and one for each picture.
///
/// Comments that are a feed of their own, often on another server, come with bookmarked posts only.
actor PostDownload {
  private let join: DetailJoin
  private let authors: Authors
  private let pictures: PostPictures
  private let flags: FlagsStore
  /// Whether the server of posts has comments; nil until that is known.
  private var hasComments: Bool?

  init(_ join: DetailJoin, _ authors: Authors, _ pictures: PostPictures, _ flags: FlagsStore) {
    self.join = join
    self.authors = authors
    self.pictures = pictures
    self.flags = flags
  }

  /// Returns the download of posts with the pictures of all of them, or only of those that are bookmarked.
  nonisolated func download(allPictures: Bool) -> OfflineDownload<Post.ID> {
    .live(
      saved: { await self.saved($0, allPictures: allPictures) },
      save: { id in
        let isBookmarked = await self.isBookmarked(id)
        let hasFeed = await self.join.post(id).cached()?.value.discussion.feed != nil
        if isBookmarked || !hasFeed { try await self.saveText(id) }
        guard isBookmarked || allPictures, let post = await self.join.post(id).cached() else { return }
        try await self.pictures.download(post.value)
      })
  }

  private nonisolated func saved(_ id: Post.ID, allPictures: Bool) async -> SavedExtent {
    guard let post = await join.post(id).cached() else { return .nothing }
    let isBookmarked = await isBookmarked(id)
    let comments = await join.comments(id).cached()?.fetchedAt
    guard let date = comments ?? (isBookmarked || post.value.discussion.feed == nil ? nil : post.fetchedAt),
      await isBookmarked || allPictures ? pictures.areSaved(of: post.value) : true
    else { return .item }
    return .all(date)
  }

  private nonisolated func isBookmarked(_ id: Post.ID) async -> Bool {
    let flags = try? await flags.flags(.post, [id.text])
    return flags?[id.text]?.bookmarkedAt != nil
  }

  /// Loads the comments and the author of a post, and the post itself unless it is cached. All of them together have
  /// six times `patience`, because the pages of comments may never end.
  private nonisolated func saveText(_ id: Post.ID) async throws {
    try await withThrowingTaskGroup(of: Bool.self) { [join] group in
      defer { group.cancelAll() }
      group.addTask {
        try await self.load(id)
        return true
      }
      group.addTask {
        // A cancelled download still returns its own result, because it may be saving the last part.
        guard (try? await join.clock.sleep(for: join.patience * 6)) != nil else { return false }
        throw NetworkClient.Error.unreachable(.timedOut)
      }
      while try await group.next() == false {}
    }
  }

  private func load(_ id: Post.ID) async throws {
    let saved = await join.post(id).cached()?.value
    let post = if let saved { saved } else { try await join.post(id).load().latest() }
    try await loadComments(of: post)
    if let author = post.userID { try await authors.save(author) }
  }

  /// Loads the comments of a post. A server that answers the first request with 404 has no comments and is not asked
  /// again; a feed of comments that is not there says nothing about those of other posts.
  private func loadComments(of post: Post) async throws {
    let isFeed = post.discussion.feed != nil
    if !isFeed, hasComments == false { return }
    do {
      _ = try await join.comments(post.id).load().latest()
      if !isFeed { hasComments = true }
    } catch {
      guard isFeed || hasComments != true, case NetworkClient.Error.rejected(404) = error.cause else { throw error }
      if !isFeed { hasComments = false }
    }
  }
}

extension Loaded {
  /// Returns the value if it is the server's latest, perhaps without unreadable elements.
  /// - Throws: The failure that made it a cached copy.
  func latest() throws -> Value {
    if let failure, !(failure is UnreadableItems) { throw failure }
    return value
  }
}
