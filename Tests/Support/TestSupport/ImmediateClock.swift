import Synchronization

/// A clock on which every sleep ends at once. Its time is the sum of all sleeps.
public final class ImmediateClock: Clock {
  /// A time on the clock, measured from its start.
  public typealias Instant = ClockInstant

  private let time = Mutex(Instant())

  public init() {}

  /// The sum of all sleeps so far.
  public var now: Instant { time.withLock { $0 } }
  /// Sleeps are exact.
  public var minimumResolution: Duration { .zero }

  /// Moves the time to the deadline and returns.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    // Lets other tasks run, because a task that only sleeps would occupy one of the few shared threads.
    await Task.yield()
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
  }
}

/// A time on a test clock, measured from its start.
public struct ClockInstant: InstantProtocol {
  /// The time since the clock's start.
  public var offset: Duration

  public init(offset: Duration = .zero) { self.offset = offset }

  /// Returns the time that is `duration` later.
  public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
  /// Returns the duration from this time to `other`.
  public func duration(to other: Self) -> Duration { other.offset - offset }
  /// Returns whether `left` is earlier.
  public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
}
