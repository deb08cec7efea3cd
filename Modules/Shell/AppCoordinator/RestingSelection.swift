import Observed
import Screen

/// A timer that reports a selection which has not moved for a while, so that a held key loads nothing.
///
/// One task waits, however often the selection moves. When it wakes too early, it sleeps for the remaining time.
struct RestingSelection: Sendable {
  private struct Box: Sendable {
    var subject: Screen.Subject?
    /// The time at which the subject has rested, measured from `init`.
    var due = Duration.zero
    var waiting: Task<Void, Never>?
    var isWaiting = false
  }

  /// The time that an item has to stay selected.
  static let delay = Duration.milliseconds(150)

  private let now: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let tell: @Sendable (Screen.Subject) -> Void
  private let box = Observed(Box())

  /// - Parameter tell: Receives the subject that has rested, once each time that it is selected.
  init(_ clock: some Clock<Duration>, tell: @escaping @Sendable (Screen.Subject) -> Void) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
    self.tell = tell
  }

  /// Starts the time of a selection; nil for a selection without a subject.
  func select(_ subject: Screen.Subject?) {
    if box.value.subject == subject { return }
    let due = now() + Self.delay
    let begins = box.update { box in
      (box.subject, box.due) = (subject, due)
      guard subject != nil, !box.isWaiting else { return false }
      box.isWaiting = true
      return true
    }
    guard begins else { return }
    let task = Task { await wait() }
    box.update { $0.waiting = task }
  }

  /// Stops the timer; nothing is reported any more.
  func stop() { box.replace(with: Box()).waiting?.cancel() }

  private func wait() async {
    while let due = box.update({ box in
      if box.subject == nil { box.isWaiting = false }
      return box.isWaiting ? box.due : nil
    }) {
      do { try await sleep(due - now()) } catch { return }
      let rested: Screen.Subject? = box.update { box in
        guard let subject = box.subject, box.due == due else { return nil }
        box.isWaiting = false
        return subject
      }
      if let rested { return tell(rested) }
    }
  }
}
