import Synchronization

extension NetworkClient {
  /// Returns the same client with a limit on the requests in flight. Further requests wait for their turn, in order.
  /// The wait does not count towards their time limit.
  /// - Parameter onWait: Called when a request has to wait.
  public func limited(to limit: Int, onWait: @escaping @Sendable () -> Void = {}) -> Self {
    let turns = Turns(limit)
    return Self { request in
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
    var cancelled: Set<Int> = []
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
        enum Verdict { case go, wait, cancelled }
        let verdict: Verdict = box.withLock { box in
          if box.cancelled.remove(id) != nil { return .cancelled }
          if box.free > 0 {
            box.free -= 1
            return .go
          }
          box.waiting.append((id, continuation))
          return .wait
        }
        switch verdict {
        case .go: continuation.resume()
        case .wait: onWait()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
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

  func giveBack() {
    let next = box.withLock { box in
      if box.waiting.isEmpty {
        box.free += 1
        return nil as CheckedContinuation<Void, any Error>?
      }
      return box.waiting.removeFirst().continuation
    }
    next?.resume()
  }
}
