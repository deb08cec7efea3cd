public import Essentials

/// That one process delivers and no other does. It ends by itself, so that one that was killed stops nobody for long.
public struct OutboxLease: Equatable, Sendable {
  /// Who has it; other in every process.
  public var owner: UUID
  /// When it was taken or last renewed, by that process's clock.
  public var from: Date
  /// When it ends.
  public var until: Date

  public init(owner: UUID, from: Date, until: Date) {
    self.owner = owner
    self.from = from
    self.until = until
  }

  /// Whether somebody else must not deliver. A lease from the future was taken before the clock was set back: it would
  /// last for who knows how long.
  func keepsOut(_ other: UUID, at now: Date) -> Bool {
    owner != other && now < until && now > from.addingTimeInterval(-60)
  }
}

/// Who delivers, and for how long he may be silent before others do.
public struct OutboxSender: Sendable {
  /// Other in every process, and in every repository of one process.
  public var owner: UUID
  /// Longer than the longest time between two signs of life: the longest request.
  public var lease: Duration
  /// The date.
  public var now: @Sendable () -> Date
  /// Told of every sign of life that others can see from now on, with a moment before it: for so long after that moment as
  /// the lease lasts, nobody else takes over. It is measured by a clock that goes on while the process is stopped.
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

/// Another process delivers, or was ended less than a lease ago while it did.
public struct OutboxBusy: Error, Hashable {
  public init() {}
}
