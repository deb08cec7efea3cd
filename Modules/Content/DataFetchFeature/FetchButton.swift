import Observed
import StyleGuide

extension ViewModel<AsyncButtonState, Void> {
  /// Returns a button that runs `work` at most once at a time, however often it is pressed. Presses within 300 ms of the
  /// last one are ignored, and a task that runs for longer than a second shows a spinner.
  static func live<C: Clock<Duration>>(
    _ button: AsyncButtonState, clock: C, work: @escaping @Sendable () async -> Void
  ) -> Self {
    let box = Observed((button: button, lastPress: C.Instant?.none))
    let press: @Sendable () -> Task<Void, Never>? = {
      let now = clock.now
      let isCounted = box.update { box in
        if let last = box.lastPress, last.duration(to: now) < .milliseconds(300) { return false }
        guard box.button.phase == .ready else { return false }
        box.button.phase = .working
        box.lastPress = now
        return true
      }
      guard isCounted else { return nil }
      return Task {
        let spinning = Task {
          try await spin(clock) { tick in
            box.update { if $0.button.phase != .ready { $0.button.phase = .busy(tick) } }
          }
        }
        await work()
        spinning.cancel()
        box.update { $0.button.phase = .ready }
      }
    }
    return Self(state: { box.value.button }, changes: box.changes, send: press)
  }
}
