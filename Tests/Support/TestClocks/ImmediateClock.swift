import Synchronization

/// A clock on which every sleep is over at once; its time is the sum of all sleeps.
public final class ImmediateClock: Clock {
  /// A point on the clock, measured from its start.
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
    // A task that does nothing but sleep would otherwise hold one of the few threads that all tasks share.
    await Task.yield()
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
  }
}

/// A point on a test's clock, measured from its start.
public struct ClockInstant: InstantProtocol {
  /// The time since the clock's start.
  public var offset: Duration

  public init(offset: Duration = .zero) { self.offset = offset }

  /// The point `duration` later.
  public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
  /// The time from here to `other`.
  public func duration(to other: Self) -> Duration { other.offset - offset }
  /// Whether `left` comes first.
  public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
}
