import CCurl
import NetworkClient
import Synchronization

/// The messages between callers and the engine's thread.
final class Mailbox: Sendable {
  /// A request in the queue.
  struct Job: Sendable {
    var id: Int
    var exchange: Exchange
    /// The priority with which it waits in its queue.
    var priority: TaskPriority
    /// The time from which it waits in its queue; nil if it does not wait.
    var waitingSince: ContinuousClock.Instant?
  }

  /// New messages for the thread.
  struct Messages: Sendable {
    var submitted: [Job] = []
    var cancelled: [Int] = []
    var isClosing = false
  }

  private struct Box {
    var lastID = 0
    var waiting: [Int: CheckedContinuation<RawResponse, any Error>] = [:]
    var messages = Messages()
    var hasThread = false
    /// The address of the thread's `ccurl_multi` while the thread can be woken; otherwise 0.
    var multi: UInt = 0
  }

  private let box = Mutex(Box())

  func nextID() -> Int {
    box.withLock { box in
      box.lastID += 1
      return box.lastID
    }
  }

  /// Adds a job and stores its continuation. Returns whether a thread has to be started.
  func submit(
    _ id: Int, _ exchange: Exchange, _ priority: TaskPriority,
    _ continuation: CheckedContinuation<RawResponse, any Error>
  ) -> Bool {
    box.withLock { box in
      box.waiting[id] = continuation
      box.messages.submitted.append(Job(id: id, exchange: exchange, priority: priority))
      wake(box)
      defer { box.hasThread = true }
      return !box.hasThread
    }
  }

  /// Ends a job with `CancellationError` at once, unless it has ended. The thread drops its transfer later.
  func cancel(_ id: Int) {
    let continuation = box.withLock { box in
      guard let continuation = box.waiting.removeValue(forKey: id) else {
        return nil as CheckedContinuation<RawResponse, any Error>?
      }
      box.messages.cancelled.append(id)
      wake(box)
      return continuation
    }
    continuation?.resume(throwing: CancellationError())
  }

  /// Ends a job with its result, unless it was cancelled.
  func finish(_ id: Int, _ result: Result<RawResponse, NetworkClient.Error>) {
    let continuation = box.withLock { $0.waiting.removeValue(forKey: id) }
    continuation?.resume(with: result.mapError { $0 })
  }

  /// Tells the thread to end.
  func close() {
    box.withLock { box in
      box.messages.isClosing = true
      wake(box)
    }
  }

  /// Removes and returns the messages that arrived since the last call.
  func takeMessages() -> Messages {
    box.withLock { box in
      defer { box.messages = Messages() }
      return box.messages
    }
  }

  /// Sets the handle through which the thread is woken for new messages; 0 when it cannot be woken any more.
  func setMulti(_ multi: UInt) { box.withLock { $0.multi = multi } }

  /// Ends all jobs with an error after the thread has failed. The next job starts a new thread.
  func end(_ error: NetworkClient.Error) {
    let waiting = box.withLock { box in
      defer { box.waiting = [:] }
      box.messages = Messages()
      box.hasThread = false
      return box.waiting.values
    }
    for continuation in waiting { continuation.resume(throwing: error) }
  }

  /// Wakes the thread. Runs under the lock, so that the thread cannot free the handle meanwhile. This is safe:
  /// `curl_multi_wakeup` has no callbacks and only writes a byte to a non-blocking pipe.
  private func wake(_ box: borrowing Box) {
    guard let multi = OpaquePointer(bitPattern: box.multi) else { return }
    _ = curl.multi_wakeup(multi)
  }
}
