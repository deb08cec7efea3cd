import CachedResource
import Observed

/// A request for a page, and its answer once it has arrived.
struct PageRequest<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  let cursor: Cursor?
  let validator: String?
  /// The beginning of the page as it grows, until the answer arrives; a slow reader gets only the newest.
  let parts: AsyncStream<Page<Item>>
  private let task: Task<Revalidation<Page<Item>>, any Error>
  /// Ends when all requests that the page needs have been sent, or this request has ended.
  private let asking: AsyncStream<Never>
  private let received = Observed<Revalidation<Page<Item>>?>(nil)

  /// Sends the request.
  /// - Parameters:
  ///   - wanted: The number of items that are wanted; nil for all.
  ///   - previous: A request that must have sent its own requests first.
  init(
    cursor: Cursor?, validator: String?, wanted: Int?, after previous: Self?, _ remote: @escaping PagedList<Item>.Remote
  ) {
    self.cursor = cursor
    self.validator = validator
    let (asking, asked) = AsyncStream.makeStream(of: Never.self)
    self.asking = asking
    let (parts, continuation) = AsyncStream.makeStream(of: Page<Item>.self, bufferingPolicy: .bufferingNewest(1))
    self.parts = parts
    task = Task { [received, previous = previous?.asking] in
      defer {
        asked.finish()
        continuation.finish()
      }
      if let previous { for await _ in previous {} }
      let answer = try await remote(cursor, validator, wanted) { part in
        asked.finish()
        continuation.yield(part)
      }
      received.replace(with: answer)
      return answer
    }
  }

  /// The answer, if it has arrived.
  var arrived: Revalidation<Page<Item>>? { received.value }

  /// Whether the request succeeded; waits until it has ended. Cancelling the wait does not cancel the request.
  var isAnswered: Bool { get async { (try? await task.value) != nil } }

  /// Returns the answer. Cancelling the caller cancels the request.
  func answer() async throws -> Revalidation<Page<Item>> {
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  func cancel() { task.cancel() }
}
