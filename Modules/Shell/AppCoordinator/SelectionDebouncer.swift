import Observed
import Screen

/// A timer that reports a selection which has not moved for a while, so that a held key loads nothing.
struct SelectionDebouncer: Sendable {
  /// The time that an item has to stay selected.
  private static let delay = Duration.milliseconds(150)

  /// Starts the time, and returns a function that waits for its end.
  private let start: @Sendable () -> @Sendable () async throws -> Void
  private let report: @Sendable (Screen.Subject) -> Void
  /// The selection, which rests or has rested.
  private let waiting = Observed<(subject: Screen.Subject, task: Task<Void, any Error>)?>(nil)

  /// - Parameter report: Receives the subject that has rested, once each time that it is selected.
  init(_ clock: some Clock<Duration>, report: @escaping @Sendable (Screen.Subject) -> Void) {
    start = {
      let end = clock.now.advanced(by: Self.delay)
      return { try await clock.sleep(until: end, tolerance: nil) }
    }
    self.report = report
  }

  /// Starts the time of a selection; nil for a selection without a subject, and to stop.
  func select(_ subject: Screen.Subject?) {
    if waiting.value?.subject == subject { return }
    let new = subject.map { subject in
      let end = start()
      let task = Task {
        try await end()
        report(subject)
      }
      return (subject: subject, task: task)
    }
    waiting.replace(with: new)?.task.cancel()
  }
}
