/// Calls `turn` with 0, 1, 2, … ten times a second, once a grace period is over, until it is cancelled.
/// - Throws: `CancellationError`.
public func spin(
  _ clock: some Clock<Duration>, after grace: Duration, turn: @Sendable (_ tick: Int) -> Void
) async throws {
  try await clock.sleep(for: grace)
  for tick in 0... {
    try Task.checkCancellation()
    turn(tick)
    try await clock.sleep(for: .milliseconds(100))
  }
}
