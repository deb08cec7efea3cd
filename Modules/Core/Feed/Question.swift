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
  /// Ends when everything was asked for that the page needs, or nothing more will be.
  private let asking: AsyncStream<Never>
  private let box = Box()

  /// A mutex cannot be captured by a closure; a reference to one can.
  private final class Box: Sendable {
    let answer = Mutex<Revalidation<Page<Item>>?>(nil)
  }

  /// - Parameters:
  ///   - wanted: how many items of it are; nil for all.
  ///   - previous: what has to be asked for before.
  init(
    cursor: Cursor?, validator: String?, wanted: Int?, after previous: Self?, _ remote: @escaping Feed<Item>.Remote
  ) {
    (self.cursor, self.validator) = (cursor, validator)
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

  /// Whether the answer comes, when that is known. Waiting for this takes nothing back.
  var isAnswered: Bool { get async { (try? await task.value) != nil } }

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
