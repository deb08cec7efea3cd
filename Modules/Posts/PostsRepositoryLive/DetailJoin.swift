import CachedResource
import NetworkClient
import PostDomain
import PostsRepository

/// The join of one post with its author and comments. That of the list is in `PagedList+PostTitles.swift`.
struct DetailJoin: Sendable {
  let post: @Sendable (Post.ID) -> CachedResource<Post>
  let users: CachedResource<[User]>
  let user: @Sendable (User.ID) -> CachedResource<[User]>
  let comments: @Sendable (Post.ID) -> CachedResource<[Comment]>
  let removeComments: @Sendable (Post.ID) async throws -> Void
  /// The time that the other parts have once the post has arrived.
  let patience: Duration
  let clock: any Clock<Duration>
  private let confirmations = Confirmations<Post.ID, PostDetail>()

  private enum Part: Sendable {
    case author(Result<Loaded<String?>, any Error>)
    case comments(Result<Loaded<[Comment]?>, any Error>)
    case timeIsUp
  }

  /// Returns a stream of a post that yields it again with each part that arrives. The parts are loaded concurrently.
  /// - Parameter end: Work that the end of the stream waits for.
  func details(
    _ id: Post.ID, end: @escaping @Sendable () async -> Void = {}
  ) -> AsyncThrowingStream<Loaded<PostDetail>, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Loaded<PostDetail>.self)
    let listing = Task { try await users.load() }
    let reading = Task { try await comments(id).load().map { $0 } as Loaded<[Comment]?> }
    let joining = Task {
      // `finish` may come before `onTermination` is set, so these two are cancelled here too.
      defer {
        listing.cancel()
        reading.cancel()
      }
      do {
        var draft = DetailDraft(post: try await post(id).load())
        continuation.yield(confirmations.dated(draft.detail, id, isWhole: false))
        await withTaskGroup(of: Part.self) { [post = draft.post] group in
          group.addTask { .author(await result { try await author(of: post, among: listing) }) }
          group.addTask { .comments(await result { try await reading.value }) }
          group.addTask {
            try? await clock.sleep(for: patience)
            return .timeIsUp
          }
          for await part in group {
            switch part {
            case .author(let author): draft.author = author
            case .comments(let comments): draft.comments = comments
            case .timeIsUp: await giveUp(&draft)
            }
            continuation.yield(confirmations.dated(draft.detail, id, isWhole: draft.isComplete))
            guard draft.isComplete else { continue }
            await end()
            return continuation.finish()
          }
        }
      } catch {
        // The server may say that a missing post has no comments.
        if case NetworkClient.Error.rejected(404) = error.cause {
          reading.cancel()
          _ = await reading.result
          try? await removeComments(id)
        }
        await end()
        continuation.finish(throwing: error)
      }
    }
    // No request outlives the stream.
    continuation.onTermination = { _ in
      joining.cancel()
      listing.cancel()
      reading.cancel()
    }
    return stream
  }

  /// Returns the cached copy of a post. Parts that are not cached are awaited.
  func cachedDetail(_ id: Post.ID) async -> Loaded<PostDetail>? {
    guard let post = await post(id).cached() else { return nil }
    let draft = DetailDraft(
      post: post, author: await cachedAuthor(of: post.value).map { .success($0) },
      comments: await cachedComments(id).map { .success($0) })
    return confirmations.dated(draft.detail, id)
  }

  /// Returns the author's name: from the list of users or, for an author who is not in it, from a request of its own.
  private func author(
    of post: Loaded<Post>, among users: Task<Loaded<[User]>, any Error>
  ) async throws -> Loaded<String?> {
    guard let id = post.value.userID else { return post.map { _ in nil } }
    let listed = try? await users.value
    if let listed, listed.value.contains(where: { $0.id == id }) { return listed.map { $0.name(of: id) } }
    return try await user(id).load().map { $0.name(of: id) }
  }

  /// Replaces the parts that are late by their cached copies.
  private func giveUp(_ draft: inout DetailDraft) async {
    if draft.author == nil { draft.author = .late(await cachedAuthor(of: draft.post.value)) }
    if draft.comments == nil { draft.comments = .late(await cachedComments(draft.post.value.id)) }
  }

  private func cachedAuthor(of post: Post) async -> Loaded<String?>? {
    guard let id = post.userID else { return nil }
    if let listed = await users.cached(), listed.value.contains(where: { $0.id == id }) {
      return listed.map { $0.name(of: id) }
    }
    return await user(id).cached()?.map { $0.name(of: id) }
  }

  private func cachedComments(_ id: Post.ID) async -> Loaded<[Comment]?>? { await comments(id).cached()?.map { $0 } }
}

extension [User] {
  /// Returns the name of a user; nil for a blank one.
  fileprivate func name(of id: User.ID) -> String? {
    first { $0.id == id }.flatMap { $0.name.allSatisfy(\.isWhitespace) ? nil : $0.name }
  }
}

extension Result where Failure == any Error {
  /// Returns the cached copy of a part that timed out, or the time-out as a failure.
  fileprivate static func late<Value>(_ cached: Loaded<Value>?) -> Self where Success == Loaded<Value> {
    let failure = NetworkClient.Error.unreachable(.timedOut)
    guard var cached else { return .failure(failure) }
    cached.failure = failure
    return .success(cached)
  }
}

private func result<Value>(_ work: () async throws -> Value) async -> Result<Value, any Error> {
  do { return .success(try await work()) } catch { return .failure(error) }
}
