import Concurrency
import Dispatch
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DetachedThreadTests {
  @Test func `300 detached threads run at the same time`() async {
    let gate = ThreadBarrier(300)
    await withCheckedContinuation { continuation in
      for _ in 0..<300 { detachThread { if gate.pass() { continuation.resume() } } }
    }
  }

  @Test func `a detached thread releases its closure when it ends`() async {
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    do {
      let object = DeinitObserver { ended.finish() }
      detachThread { withExtendedLifetime(object) {} }
    }
    for await _ in ends {}
  }
}

/// A barrier that blocks threads until all have arrived.
private final class ThreadBarrier: Sendable {
  private let number: Int
  private let count = Mutex(0)
  private let semaphore = DispatchSemaphore(value: 0)

  init(_ number: Int) { self.number = number }

  /// Waits for the other threads, and returns whether this was the last.
  func pass() -> Bool {
    let isLast = count.withLock { count in
      count += 1
      return count == number
    }
    if isLast { for _ in 1..<number { semaphore.signal() } } else { semaphore.wait() }
    return isLast
  }
}

private final class DeinitObserver: Sendable {
  let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
