public import Observed

/// The state of a button that starts an asynchronous task.
public struct AsyncButtonState: Equatable, Sendable {
  /// The progress of a press.
  public enum Phase: Equatable, Sendable {
    /// The button can be pressed.
    case ready
    /// The task runs, but not yet long enough for a spinner.
    case working
    /// The task has run for longer than the grace period; the number turns the spinner.
    case busy(Int)
  }

  /// The title, a verb: "Load".
  public var title: String
  /// The title while the task runs: "Loading".
  public var doing: String
  /// The progress of the last press.
  public var phase: Phase

  public init(title: String, doing: String, phase: Phase = .ready) {
    self.title = title
    self.doing = doing
    self.phase = phase
  }

  mutating func begin() -> Bool {
    guard phase == .ready else { return false }
    phase = .working
    return true
  }

  /// The state in words, for the status bar.
  public var spoken: String {
    switch phase {
    case .ready: "Enter to \(title.lowercased())."
    case .working, .busy: "\(doing)…"
    }
  }
}

/// The actions of a button.
public enum AsyncButtonAction: Equatable, Sendable {
  /// The button was pressed.
  case pressed
}

/// The view model of a button.
public typealias AsyncButtonViewModel = ViewModel<AsyncButtonState, AsyncButtonAction>

extension AsyncButtonViewModel {
  /// Returns a button that runs `work` at most once at a time, however often it is pressed. Presses within 300 ms of the
  /// last one are ignored, and a task that runs for longer than a second shows a spinner.
  public static func live<C: Clock<Duration>>(
    title: String, doing: String, clock: C, work: @escaping @Sendable () async -> Void
  ) -> Self {
    let box = Observed((button: AsyncButtonState(title: title, doing: doing), lastPress: C.Instant?.none))
    let send: @Sendable (AsyncButtonAction) -> Task<Void, Never>? = { _ in
      let now = clock.now
      let isCounted = box.update { box in
        if let last = box.lastPress, last.duration(to: now) < .milliseconds(300) { return false }
        guard box.button.begin() else { return false }
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
    return Self(state: { box.value.button }, changes: box.changes, send: send)
  }
}

/// Calls `turn` with 0, 1, 2, … ten times a second, once a grace period of a second is over, until it is cancelled.
///
/// - Parameters:
///   - clock: The clock that measures the time.
///   - noticed: Called after a tenth of a second, up to which a wait goes unnoticed.
///   - turn: Shows the next state of the spinner.
/// - Throws: `CancellationError`.
public func spin<C: Clock<Duration>>(
  _ clock: C, noticed: (@Sendable () -> Void)? = nil, turn: @Sendable (_ tick: Int) -> Void
) async throws {
  let start = clock.now
  if let noticed {
    try await clock.sleep(until: start.advanced(by: .milliseconds(100)), tolerance: nil)
    noticed()
  }
  try await clock.sleep(until: start.advanced(by: .seconds(1)), tolerance: nil)
  for tick in 0... {
    try Task.checkCancellation()
    turn(tick)
    try await clock.sleep(for: .milliseconds(100))
  }
}
