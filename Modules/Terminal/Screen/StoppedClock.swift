/// A clock that stands still. Sleeping ends only when the task is cancelled.
struct StoppedClock: Clock {
  struct Instant: InstantProtocol {
    private var offset: Duration = .zero

    func advanced(by duration: Duration) -> Self {
      var instant = self
      instant.offset += duration
      return instant
    }

    func duration(to other: Self) -> Duration { other.offset - offset }

    static func < (first: Self, second: Self) -> Bool { first.offset < second.offset }
  }

  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    for await _ in AsyncStream<Void>(Void.self, { _ in }) {}
    try Task.checkCancellation()
  }
}
