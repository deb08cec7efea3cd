import CachedResource
import Synchronization

/// A request for a page, and its answer once that is there.
struct PageRequest<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  let cursor: Cursor?
  let validator: String?
  /// The beginning of the page as it grows, until the answer is there; a slow reader skips to the newest.
  let parts: AsyncStream<Page<Item>>
  private let task: Task<Revalidation<Page<Item>>, any Error>
  /// Ends when all that the page needs has been asked for, or nothing more will be.
  private let asking: AsyncStream<Never>
  private let box = Box()

  /// A mutex cannot be captured by a closure; a reference to one can.
  private final class Box: Sendable {
    let answer = Mutex<Revalidation<Page<Item>>?>(nil)
  }

  /// Sends the request.
  /// - Parameters:
  ///   - wanted: the number of its items that are wanted; nil for all.
  ///   - previous: the request whose own requests go out before.
  init(
    cursor: Cursor?, validator: String?, wanted: Int?, after previous: Self?, _ remote: @escaping PagedList<Item>.Remote
  ) {
    self.cursor = cursor
    self.validator = validator
    let (asking, asked) = AsyncStream.makeStream(of: Never.self)
    self.asking = asking
    let (parts, continuation) = AsyncStream.makeStream(of: Page<Item>.self, bufferingPolicy: .bufferingNewest(1))
    self.parts = parts
    task = Task { [box, previous = previous?.asking] in
      defer {
        asked.finish()
        continuation.finish()
      }
      if let previous { for await _ in previous {} }
      let answer = try await remote(cursor, validator, wanted) { part in
        asked.finish()
        continuation.yield(part)
      }
      box.answer.withLock { $0 = answer }
      return answer
    }
  }

  /// The answer, if it is there already.
  var arrived: Revalidation<Page<Item>>? { box.answer.withLock { $0 } }

  /// Whether there is an answer, once that is known. Waiting for this cancels nothing.
  var isAnswered: Bool { get async { (try? await task.value) != nil } }

  /// Returns the answer. A caller that is cancelled cancels the request.
  func answer() async throws -> Revalidation<Page<Item>> {
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  func cancel() { task.cancel() }
}
