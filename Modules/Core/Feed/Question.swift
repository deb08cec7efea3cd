import ItemsLoader
import Paging
import Synchronization

/// A question that the server was sent, and the answer when it is there.
struct Question<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  let cursor: Cursor?
  let validator: String?
  /// The beginning of the answer as it grows, until the answer is there; a slow reader skips to the newest.
  let parts: AsyncStream<Page<Item>>
  private let task: Task<Revalidation<Page<Item>>, any Error>
  private let box = Box()

  /// A mutex cannot be captured by a closure; a reference to one can.
  private final class Box: Sendable {
    let answer = Mutex<Result<Revalidation<Page<Item>>, any Error>?>(nil)
  }

  init(cursor: Cursor?, validator: String?, _ remote: @escaping Feed<Item>.Remote) {
    (self.cursor, self.validator) = (cursor, validator)
    let (parts, continuation) = AsyncStream.makeStream(of: Page<Item>.self, bufferingPolicy: .bufferingNewest(1))
    self.parts = parts
    task = Task { [box] in
      defer { continuation.finish() }
      let answer: Result<Revalidation<Page<Item>>, any Error>
      do { answer = .success(try await remote(cursor, validator) { continuation.yield($0) }) } catch {
        answer = .failure(error)
      }
      box.answer.withLock { $0 = answer }
      return try answer.get()
    }
  }

  /// The answer, if it is there already.
  var arrived: Revalidation<Page<Item>>? { box.answer.withLock { try? $0?.get() } }

  /// Whether it is known that there is no answer.
  var hasFailed: Bool { box.answer.withLock { if case .failure? = $0 { true } else { false } } }

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
