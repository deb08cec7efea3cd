public import Essentials
import Observed

/// Returns a source of dates for bookmarks in tests and stubs. Each date is a second later than the one before.
public func countingDates() -> @Sendable () -> Date {
  let last = Observed(Date.distantPast)
  return {
    last.update { date in
      date += 1
      return date
    }
  }
}
