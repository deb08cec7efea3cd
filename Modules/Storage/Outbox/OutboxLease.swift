public import Essentials

/// The exclusive right of one process to deliver. It expires, so that a killed process blocks the others only briefly.
public struct OutboxLease: Equatable, Sendable {
  /// The owner, which is different in every process.
  public var owner: UUID
  /// The date when it was taken or last renewed, by the owner's clock.
  public var from: Date
  /// The date when it expires.
  public var until: Date

  public init(owner: UUID, from: Date, until: Date) {
    self.owner = owner
    self.from = from
    self.until = until
  }

  /// Returns whether another owner must not deliver. A lease from the future is ignored: it was taken before the clock
  /// was set back and could last indefinitely.
  func keepsOut(_ other: UUID, at now: Date) -> Bool {
    owner != other && now < until && now > from.addingTimeInterval(-60)
  }
}

/// The identity of a sender, and the length of its lease.
public struct OutboxSender: Sendable {
  /// An identifier that is different in every process and in every repository of a process.
  public var owner: UUID
  /// The length of the lease. It must be longer than the longest time between two renewals: the longest request.
  public var lease: Duration
  /// Returns the current date.
  public var now: @Sendable () -> Date
  /// Called with a time right before the lease was taken or renewed. Nobody else takes over within the length of the
  /// lease after that time. Its clock runs on while the process is stopped.
  public var onLease: @Sendable (_ since: ContinuousClock.Instant) -> Void

  public init(
    owner: UUID, lease: Duration, now: @escaping @Sendable () -> Date,
    onLease: @escaping @Sendable (_ since: ContinuousClock.Instant) -> Void = { _ in }
  ) {
    self.owner = owner
    self.lease = lease
    self.now = now
    self.onLease = onLease
  }

  func lease(at now: Date) -> OutboxLease {
    OutboxLease(owner: owner, from: now, until: now.addingTimeInterval(lease / .seconds(1)))
  }
}

/// Another process is delivering, or was killed while it did and its lease has not expired.
public struct OutboxBusy: Error, Hashable {
  public init() {}
}
