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

  /// The state in words, for the status bar.
  public var statusText: String {
    switch phase {
    case .ready: "Enter to \(title.lowercased())."
    case .working, .busy: "\(doing)…"
    }
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
