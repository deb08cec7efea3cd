import CCurl
import NetworkClient
import Synchronization

/// What callers and the engine's thread tell each other.
final class Mailbox: Sendable {
  /// A question and its number.
  struct Job: Sendable {
    var id: Int
    var exchange: Exchange
    /// How urgent it is, where it has to wait for its turn.
    var priority: TaskPriority
    /// Since when it waits for its turn; nil where it does not have to.
    var waitingSince: ContinuousClock.Instant?
  }

  /// What is new for the thread.
  struct Orders: Sendable {
    var submitted: [Job] = []
    var cancelled: [Int] = []
    var isClosing = false
  }

  private struct Box {
    var lastID = 0
    var waiting: [Int: CheckedContinuation<RawResponse, any Error>] = [:]
    var orders = Orders()
    var hasThread = false
    /// The address of the thread's `ccurl_multi`, while the thread may be woken.
    var multi: UInt = 0
  }

  private let box = Mutex(Box())

  func nextID() -> Int {
    box.withLock { box in
      box.lastID += 1
      return box.lastID
    }
  }

  /// Keeps the continuation until the job is done. Answers whether a thread has to be started for it.
  func submit(
    _ id: Int, _ exchange: Exchange, _ priority: TaskPriority,
    _ continuation: CheckedContinuation<RawResponse, any Error>
  ) -> Bool {
    box.withLock { box in
      box.waiting[id] = continuation
      box.orders.submitted.append(Job(id: id, exchange: exchange, priority: priority))
      wake(box)
      defer { box.hasThread = true }
      return !box.hasThread
    }
  }

  /// Ends a job at once, if it is not over; its transfer follows.
  func cancel(_ id: Int) {
    let continuation = box.withLock { box in
      guard let continuation = box.waiting.removeValue(forKey: id) else {
        return nil as CheckedContinuation<RawResponse, any Error>?
      }
      box.orders.cancelled.append(id)
      wake(box)
      return continuation
    }
    continuation?.resume(throwing: CancellationError())
  }

  /// Ends a job with its result, if it was not cancelled.
  func finish(_ id: Int, _ result: Result<RawResponse, NetworkClient.Error>) {
    let continuation = box.withLock { $0.waiting.removeValue(forKey: id) }
    continuation?.resume(with: result.mapError { $0 })
  }

  /// Asks the thread to end.
  func close() {
    box.withLock { box in
      box.orders.isClosing = true
      wake(box)
    }
  }

  /// What came in since the last time.
  func takeOrders() -> Orders {
    box.withLock { box in
      defer { box.orders = Orders(isClosing: box.orders.isClosing) }
      return box.orders
    }
  }

  /// From now on, the thread is woken through this when something comes in; zero when it cannot be woken any more.
  func setMulti(_ multi: UInt) { box.withLock { $0.multi = multi } }

  /// The thread is gone: whoever waits is told so, and the next job gets a new one.
  func end(_ error: NetworkClient.Error) {
    let waiting = box.withLock { box in
      defer { box.waiting = [:] }
      box.orders = Orders(isClosing: box.orders.isClosing)
      box.hasThread = false
      return box.waiting.values
    }
    for continuation in waiting { continuation.resume(throwing: error) }
  }

  /// Under the lock, because the thread frees what it is woken through after it has said so here. libcurl calls nobody
  /// for it, and it does not wait: it writes a byte to a pipe that does not block.
  private func wake(_ box: borrowing Box) {
    guard let multi = OpaquePointer(bitPattern: box.multi) else { return }
    _ = ccurl_multi_wakeup(multi)
  }
}
