import ItemsLoader
import PostDomain
import PostsRepository

/// The one place where posts, users and comments meet.
struct Join: Sendable {
  let post: @Sendable (Post.ID) -> ItemsLoader<Post>
  let users: ItemsLoader<[User]>
  let comments: @Sendable (Post.ID) -> ItemsLoader<[Comment]>

  /// The post with more and more of what is known about it, its parts loaded side by side.
  func details(_ id: Post.ID) -> AsyncThrowingStream<LoadResult<PostDetail>, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: LoadResult<PostDetail>.self)
    let task = Task {
      do {
        try await withThrowingTaskGroup(of: (@Sendable (inout Draft) -> Void).self) { group in
          group.addTask {
            let post = try await post(id).load()
            return { $0.post = post }
          }
          group.addTask {
            let users = await result(users.load)
            return { $0.users = users }
          }
          group.addTask {
            let comments = await result(comments(id).load)
            return { $0.comments = comments }
          }
          var draft = Draft()
          for try await add in group {
            add(&draft)
            if let detail = draft.detail { continuation.yield(detail) }
          }
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// What is kept of the post and of what is known about it.
  func keptDetail(_ id: Post.ID) async -> LoadResult<PostDetail>? {
    guard let post = await post(id).kept() else { return nil }
    return Draft(
      post: post, users: await users.kept().map { .success($0) } ?? .failure(NotKept()),
      comments: await comments(id).kept().map { .success($0) } ?? .failure(NotKept())
    ).detail
  }
}

private struct NotKept: Error {}

private func result<Value>(_ work: () async throws -> Value) async -> Result<Value, any Error> {
  do { return .success(try await work()) } catch { return .failure(error) }
}
