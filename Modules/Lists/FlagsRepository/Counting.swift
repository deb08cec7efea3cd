public import Essentials
import Synchronization

/// Dates for bookmarks where no clock runs: each is a second later than the one before, so that what is marked later is
/// newer.
public func countingDates() -> @Sendable () -> Date {
  let count = Count()
  return { Date.distantPast + count.next() }
}

private final class Count: Sendable {
  private let value = Mutex(0.0)

  func next() -> TimeInterval {
    value.withLock {
      $0 += 1
      return $0
    }
  }
}
