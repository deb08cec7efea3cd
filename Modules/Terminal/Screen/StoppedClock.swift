/// A clock that stands still. Sleeping ends only when the task is cancelled.
struct StoppedClock: Clock {
  let now = ContinuousClock.now
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    for await _ in AsyncStream<Void>(Void.self, { _ in }) {}
    try Task.checkCancellation()
  }
}
