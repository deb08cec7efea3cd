import Essentials
import ItemsLoader
import NetworkClient
import PostDomain
import SingleFlight

/// Gets what belongs to posts, for reading them later: one request for the comments of each, and one for each author.
actor Parts {
  private let join: Join
  private let listing = SingleFlight<Int, Void>()
  private let asking = SingleFlight<User.ID, Void>()
  /// The authors whose names are the latest.
  private var known: Set<User.ID>?
  /// Whether there are comments; nil until that is known.
  private var hasComments: Bool?

  init(_ join: Join) { self.join = join }

  /// When the comments were last kept; nil where they, or the post itself, are not.
  nonisolated func keptAt(_ id: Post.ID) async -> Date? {
    guard await join.post(id).kept() != nil else { return nil }
    return await join.comments(id).kept()?.fetchedAt
  }

  /// Asks for the comments and the author of a post, and for the post itself where it is not kept. All of it has the time
  /// of some requests, which may have to wait for others: comments can have page after page without an end.
  nonisolated func keep(_ id: Post.ID) async throws {
    try await withThrowingTaskGroup(of: Bool.self) { [join] group in
      defer { group.cancelAll() }
      group.addTask {
        try await self.get(id)
        return true
      }
      group.addTask {
        // Whoever gives up waits for what is just being saved, to know whether it is.
        guard (try? await join.clock.sleep(for: join.patience * 6)) != nil else { return false }
        throw NetworkClient.Error.unreachable(.timedOut)
      }
      while try await group.next() == false {}
    }
  }

  private func get(_ id: Post.ID) async throws {
    let post: Post
    if let kept = await join.post(id).kept() {
      post = kept.value
    } else {
      post = try await join.post(id).load().latest()
    }
    try await keepComments(id)
    if let author = post.userID { try await keepAuthor(author) }
  }

  /// A server that has nothing where comments would be has none: it is not asked again and again.
  private func keepComments(_ id: Post.ID) async throws {
    if hasComments == false { return }
    do {
      _ = try await join.comments(id).load().latest()
      hasComments = true
    } catch {
      let why = (error as? NothingKept)?.failure ?? error
      guard hasComments != true, case NetworkClient.Error.rejected(404) = why else { throw error }
      hasComments = false
    }
  }

  private func keepAuthor(_ id: User.ID) async throws {
    if known == nil {
      // It is known before the flight is over: whoever came between would ask again.
      try await listing.value(0) { [self] in try await list() }
    }
    if known?.contains(id) == true { return }
    _ = try await asking.value(id) { [join] in _ = try await join.user(id).load().latest() }
    known?.insert(id)
  }
}

extension Parts {
  /// Where there is no list of users, each is asked for by itself.
  private func list() async throws {
    do { know(Set(try await join.users.load().latest().map(\.id))) } catch {
      try Task.checkCancellation()
      know([])
    }
  }

  private func know(_ users: Set<User.ID>) { if known == nil { known = users } }
}

extension LoadResult {
  /// The value, if it is the server's latest.
  /// - Throws: why it is not.
  fileprivate func latest() throws -> Value {
    if let failure { throw failure }
    return value
  }
}
