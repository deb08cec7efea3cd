import Synchronization

/// A clock that moves only when the test moves it.
public final class TestClock: Clock {
  /// A time on the clock, measured from its start.
  public typealias Instant = ClockInstant

  private let time = Mutex(Instant())
  /// The deadlines of the sleeps.
  private let sleepers = Waiters<Instant>()

  public init() {}

  /// The current time of the clock.
  public var now: Instant { time.withLock { $0 } }
  /// Sleeps are exact.
  public var minimumResolution: Duration { .zero }

  /// Waits until the test has moved the clock to the deadline.
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await sleepers.wait(deadline) { deadline <= now }
  }

  /// The remaining durations of all sleeps, the shortest first.
  public var remaining: [Duration] { sleepers.tags.map { now.duration(to: $0) }.sorted() }

  /// Waits until at least `count` tasks sleep on this clock. Returns early if the waiting task is cancelled, as at its
  /// time limit.
  public func sleeping(_ count: Int = 1) async { await sleepers.arrived { $0.count >= count } }

  /// Waits until a task sleeps on this clock for this duration. Returns early if the waiting task is cancelled.
  public func sleeping(for duration: Duration) async {
    await sleepers.arrived { $0.contains { now.duration(to: $0) == duration } }
  }

  /// Moves the clock and wakes the tasks that are due, the earliest first.
  public func advance(by duration: Duration) {
    let now = time.withLock { time in
      time = time.advanced(by: duration)
      return time
    }
    sleepers.resume { deadlines in
      deadlines.indices.filter { deadlines[$0] <= now }.sorted { deadlines[$0] < deadlines[$1] }
    }
  }
}
