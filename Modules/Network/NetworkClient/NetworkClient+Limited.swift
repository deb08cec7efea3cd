import Synchronization

extension NetworkClient {
  /// Returns the same client with a limit on the requests in flight. Further requests wait for their turn, in order.
  /// The wait does not count towards their time limit.
  /// - Parameters:
  ///   - limit: The highest number of requests in flight.
  ///   - onWait: Called when a request has to wait.
  public func limited(to limit: Int, onWait: @escaping @Sendable () -> Void = {}) -> Self {
    let turns = Turns(limit)
    return Self { request in
      try Task.checkCancellation()
      try await turns.take(onWait: onWait)
      defer { turns.giveBack() }
      return try await send(request)
    }
  }
}

/// A semaphore that serves waiting tasks in order.
private final class Turns: Sendable {
  private struct Box {
    var free: Int
    var lastID = 0
    var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private let box: Mutex<Box>

  init(_ count: Int) { box = Mutex(Box(free: max(1, count))) }

  /// Waits for a free turn and takes it.
  /// - Throws: `CancellationError`.
  func take(onWait: () -> Void) async throws {
    let id = box.withLock { box in
      box.lastID += 1
      return box.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isFree = box.withLock { box in
          if box.free == 0 {
            box.waiting.append((id, continuation))
            return false
          }
          box.free -= 1
          return true
        }
        if isFree { return continuation.resume() }
        onWait()
        // If the task was cancelled before it waited, `onCancel` did not find it.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: Int) {
    let waiting = box.withLock { box in
      box.waiting.firstIndex { $0.id == id }.map { box.waiting.remove(at: $0).continuation }
    }
    waiting?.resume(throwing: CancellationError())
  }

  func giveBack() {
    let next = box.withLock { box -> CheckedContinuation<Void, any Error>? in
      guard box.waiting.isEmpty else { return box.waiting.removeFirst().continuation }
      box.free += 1
      return nil
    }
    next?.resume()
  }
}
