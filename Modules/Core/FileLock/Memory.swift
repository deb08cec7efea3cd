import Synchronization

extension FileLock {
  /// Behaves among those who share it, in the order they came.
  public static func memory() -> Self {
    let queue = Queue()
    return Self {
      let id = try await queue.wait()
      return { queue.leave(id) }
    }
  }
}

/// Those who wait, and the one who need not any more.
private final class Queue: Sendable {
  private struct Box {
    var nextID = 0
    var holder: Int?
    var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    /// Those who gave up before they had begun to wait.
    var cancelled: Set<Int> = []
  }

  private let box = Mutex(Box())

  func wait() async throws -> Int {
    let id = box.withLock { box in
      defer { box.nextID += 1 }
      return box.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = box.withLock { box in
          if box.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          guard box.holder != nil else {
            box.holder = id
            return .success(())
          }
          box.waiting.append((id, continuation))
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let given: CheckedContinuation<Void, any Error>? = box.withLock { box in
        if box.holder == id { return nil }
        guard let index = box.waiting.firstIndex(where: { $0.id == id }) else {
          box.cancelled.insert(id)
          return nil
        }
        return box.waiting.remove(at: index).continuation
      }
      given?.resume(throwing: CancellationError())
    }
    return id
  }

  func leave(_ id: Int) {
    let next: CheckedContinuation<Void, any Error>? = box.withLock { box in
      guard box.holder == id else { return nil }
      let next = box.waiting.isEmpty ? nil : box.waiting.removeFirst()
      box.holder = next?.id
      return next?.continuation
    }
    next?.resume()
  }
}
