import ItemsLoader
import Paging

/// A question that the server was sent, and the answer when it is there.
struct Question<Item: Sendable>: Sendable {
  let cursor: Cursor?
  let validator: String?
  private let task: Task<Revalidation<Page<Item>>, any Error>

  init(
    cursor: Cursor?, validator: String?,
    _ remote: @escaping @Sendable (_ after: Cursor?, _ validator: String?) async throws -> Revalidation<Page<Item>>
  ) {
    (self.cursor, self.validator) = (cursor, validator)
    task = Task { try await remote(cursor, validator) }
  }

  /// The answer; whoever gives up waiting for it takes the question back.
  func answer() async throws -> Revalidation<Page<Item>> {
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  func cancel() { task.cancel() }
}
