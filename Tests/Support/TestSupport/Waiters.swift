import Synchronization

/// Tasks that wait, each with a tag, until the test resumes them or they are cancelled.
final class Waiters<Tag: Sendable>: Sendable {
  private struct Box {
    var nextID = 0
    var waiting: [(id: Int, tag: Tag, continuation: CheckedContinuation<Void, any Error>)] = []
    var cancelled: Set<Int> = []
  }

  private let box = Mutex(Box())
  private let arrivals: AsyncStream<Void>
  private let arrivalsContinuation: AsyncStream<Void>.Continuation

  init() { (arrivals, arrivalsContinuation) = AsyncStream.makeStream() }

  /// The tags of the waiting tasks, in the order in which they came.
  var tags: [Tag] { box.withLock { $0.waiting.map(\.tag) } }

  /// Waits until `resume`.
  /// - Parameter isOver: Whether there is nothing to wait for.
  /// - Throws: `CancellationError` when the task is cancelled first.
  func wait(_ tag: Tag, unless isOver: () -> Bool = { false }) async throws {
    let id = box.withLock { box in
      defer { box.nextID += 1 }
      return box.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = box.withLock { box in
          if box.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          if isOver() { return .success(()) }
          box.waiting.append((id, tag, continuation))
          return nil
        }
        if let result { continuation.resume(with: result) } else { arrivalsContinuation.yield() }
      }
    } onCancel: {
      let waiting = box.withLock { box in
        guard let index = box.waiting.firstIndex(where: { $0.id == id }) else {
          box.cancelled.insert(id)
          return nil as CheckedContinuation<Void, any Error>?
        }
        return box.waiting.remove(at: index).continuation
      }
      waiting?.resume(throwing: CancellationError())
    }
  }

  /// Waits until the tags of the waiting tasks fulfil a condition. Returns early if the waiting task is cancelled, as at
  /// its time limit.
  func arrived(until isWanted: ([Tag]) -> Bool) async {
    var arrivals = arrivals.makeAsyncIterator()
    while !isWanted(tags) {
      if await arrivals.next() == nil { return }
    }
  }

  /// Resumes the tasks that `chosen` returns of the tags, by index, in that order, and returns whether there are any.
  @discardableResult
  func resume(_ chosen: ([Tag]) -> [Int]) -> Bool {
    let resumed = box.withLock { box in
      let indices = chosen(box.waiting.map(\.tag))
      let resumed = indices.map { box.waiting[$0].continuation }
      for index in indices.sorted(by: >) { box.waiting.remove(at: index) }
      return resumed
    }
    for continuation in resumed { continuation.resume() }
    return !resumed.isEmpty
  }
}
