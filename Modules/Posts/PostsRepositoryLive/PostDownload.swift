import CachedResource
import Essentials
import NetworkClient
import PostDomain
import Sync

/// A download of posts with their comments and authors: a request for the comments of each post, and one for each
/// author who is not in the list of users.
actor PostDownload {
  private let join: Join
  private let authors: Authors
  /// Whether the server has comments; nil until that is known.
  private var hasComments: Bool?

  init(_ join: Join, _ authors: Authors) {
    self.join = join
    self.authors = authors
  }

  nonisolated func saved(_ id: Post.ID) async -> SavedExtent {
    guard await join.post(id).cached() != nil else { return .nothing }
    return await join.comments(id).cached().map { .all($0.fetchedAt) } ?? .item
  }

  /// Loads the comments and the author of a post, and the post itself unless it is cached. All of them together have
  /// six times `patience`, because the pages of comments may never end.
  nonisolated func save(_ id: Post.ID) async throws {
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
    try await loadComments(id)
    if let author = post.userID { try await authors.save(author) }
  }

  /// Loads the comments of a post. A server that answers the first request with 404 has no comments and is not asked
  /// again.
  private func loadComments(_ id: Post.ID) async throws {
    if hasComments == false { return }
    do {
      _ = try await join.comments(id).load().latest()
      hasComments = true
    } catch {
      let why = (error as? NoCachedCopy)?.failure ?? error
      guard hasComments != true, case NetworkClient.Error.rejected(404) = why else { throw error }
      hasComments = false
    }
  }
}

extension Loaded {
  /// Returns the value if it is the server's latest.
  /// - Throws: The failure that made it a cached copy.
  func latest() throws -> Value {
    if let failure { throw failure }
    return value
  }
}
