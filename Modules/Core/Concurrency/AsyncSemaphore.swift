import Synchronization

/// A semaphore that serves waiting tasks in order.
public final class AsyncSemaphore: Sendable {
  private struct Box {
    var free: Int
    var lastID = 0
    var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private let box: Mutex<Box>

  /// - Parameter count: The number of tasks that may hold a permit at a time, at least one.
  public init(_ count: Int) { box = Mutex(Box(free: max(1, count))) }

  /// Takes a permit, and waits for it if none is free.
  /// - Parameter onWait: Called when the task has to wait.
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  public func wait(onWait: () -> Void = {}) async throws {
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

  /// Gives a permit back, which the task that has waited longest takes.
  public func signal() {
    let next = box.withLock { box -> CheckedContinuation<Void, any Error>? in
      guard box.waiting.isEmpty else { return box.waiting.removeFirst().continuation }
      box.free += 1
      return nil
    }
    next?.resume()
  }
}
