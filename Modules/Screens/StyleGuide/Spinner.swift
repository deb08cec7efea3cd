/// Calls `turn` with 0, 1, 2, … ten times a second, once a grace period of a second is over, until it is cancelled.
///
/// - Parameter noticed: Called after a tenth of a second, up to which a wait goes unnoticed.
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
