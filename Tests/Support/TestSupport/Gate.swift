import Synchronization

/// A pause that ends when the test opens it or its task is cancelled.
public final class Gate: Sendable {
  private struct Box {
    var nextID = 0
    var paused: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    var cancelled: Set<Int> = []
  }

  private let box = Mutex(Box())
  private let arrivals: AsyncStream<Void>
  private let arrivalsContinuation: AsyncStream<Void>.Continuation

  public init() { (arrivals, arrivalsContinuation) = AsyncStream.makeStream() }

  /// Waits for `open`.
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func pause() async throws {
    let id = box.withLock { box in
      defer { box.nextID += 1 }
      return box.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let wasCancelled = box.withLock { box in
          if box.cancelled.remove(id) != nil { return true }
          box.paused.append((id, continuation))
          return false
        }
        if wasCancelled { continuation.resume(throwing: CancellationError()) } else { arrivalsContinuation.yield() }
      }
    } onCancel: {
      let paused = box.withLock { box in
        guard let index = box.paused.firstIndex(where: { $0.id == id }) else {
          box.cancelled.insert(id)
          return nil as CheckedContinuation<Void, any Error>?
        }
        return box.paused.remove(at: index).continuation
      }
      paused?.resume(throwing: CancellationError())
    }
  }

  /// Waits until that many tasks pause. Returns early if the waiting task is cancelled, as at its time limit.
  public func arrived(_ count: Int = 1) async {
    var arrivals = arrivals.makeAsyncIterator()
    while box.withLock({ $0.paused.count < count }) {
      if await arrivals.next() == nil { return }
    }
  }

  /// Waits for a pause and ends it. Does nothing if the waiting task is cancelled.
  public func open() async {
    while !Task.isCancelled {
      await arrived()
      if let paused = box.withLock({ $0.paused.isEmpty ? nil : $0.paused.removeFirst() }) {
        paused.continuation.resume()
        return
      }
    }
  }
}
