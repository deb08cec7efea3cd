import Synchronization

/// A clock that moves only when the test moves it.
public final class TestClock: Clock {
  /// A time on the clock, measured from its start.
  public typealias Instant = ClockInstant

  private struct Sleeper {
    var id: Int
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct Box {
    var now = Instant()
    var nextID = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
  }

  private let box = Mutex(Box())
  private let arrivals: AsyncStream<Void>
  private let arrivalsContinuation: AsyncStream<Void>.Continuation

  public init() { (arrivals, arrivalsContinuation) = AsyncStream.makeStream() }

  /// The current time of the clock.
  public var now: Instant { box.withLock { $0.now } }
  /// Sleeps are exact.
  public var minimumResolution: Duration { .zero }

  /// Waits until the test has moved the clock to the deadline.
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = box.withLock { box in
      defer { box.nextID += 1 }
      return box.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enum Verdict { case sleep, over, cancelled }
        let verdict: Verdict = box.withLock { box in
          if box.cancelled.remove(id) != nil { return .cancelled }
          if deadline <= box.now { return .over }
          box.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
          return .sleep
        }
        switch verdict {
        case .sleep: arrivalsContinuation.yield()
        case .over: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      let sleeper = box.withLock { box in
        guard let index = box.sleepers.firstIndex(where: { $0.id == id }) else {
          box.cancelled.insert(id)
          return nil as Sleeper?
        }
        return box.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// The remaining durations of all sleeps, the shortest first.
  public var remaining: [Duration] {
    box.withLock { box in box.sleepers.map { box.now.duration(to: $0.deadline) }.sorted() }
  }

  /// Waits until at least `count` tasks sleep on this clock. Returns early if the waiting task is cancelled, as at its
  /// time limit.
  public func sleeping(_ count: Int = 1) async {
    var arrivals = arrivals.makeAsyncIterator()
    while box.withLock({ $0.sleepers.count < count }) {
      if await arrivals.next() == nil { return }
    }
  }

  /// Waits until a task sleeps on this clock for this duration. Returns early if the waiting task is cancelled.
  public func sleeping(for duration: Duration) async {
    var arrivals = arrivals.makeAsyncIterator()
    while !remaining.contains(duration) {
      if await arrivals.next() == nil { return }
    }
  }

  /// Moves the clock and wakes the tasks that are due, the earliest first.
  public func advance(by duration: Duration) {
    let due = box.withLock { box in
      box.now = box.now.advanced(by: duration)
      let due = box.sleepers.filter { $0.deadline <= box.now }.sorted { $0.deadline < $1.deadline }
      box.sleepers.removeAll { $0.deadline <= box.now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}
