public import Essentials
import Synchronization

/// Returns a source of dates for bookmarks in tests and stubs. Each date is a second later than the one before.
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
