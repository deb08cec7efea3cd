import Observed

/// A download of everything for offline use while the reader is open.
struct BackgroundSync: Sendable {
  /// The result of a sync.
  struct Outcome: Sendable {
    /// The message about the result, the longest version first: "Synced: 133 posts, 60 comics, 12 to-dos.", "Synced."
    var words: [String]
    /// The failed downloads, as sentences for the recent errors.
    var failures: [String] = []
  }

  private enum State: Sendable {
    case idle
    case running(Task<Void, Never>?, [String])
    case ended([String])
  }

  /// The shortest time that the result is on the screen before a key may clear it: somebody who is typing has not read
  /// it.
  private static let readingTime = Duration.seconds(2)

  private let state = Observed(State.idle)
  /// The time since the result appeared on the screen; nil before it has.
  private let shownFor = Observed<(@Sendable () -> Duration)?>(nil)
  /// Measures how long the result is on the screen.
  let clock: any Clock<Duration>
  /// Downloads everything until its task is cancelled. It calls `show` with its progress, the longest version first.
  let run: @Sendable (_ show: @escaping @Sendable (_ words: [String]) -> Void) async -> Outcome

  /// Signals that `words` may have changed.
  var changes: ChangeSignal { state.changes }

  /// The progress or the result, the longest version first; empty while idle.
  var words: [String] {
    switch state.value {
    case .idle: []
    case .running(_, let words), .ended(let words): words
    }
  }

  /// Starts a sync, or stops the running one.
  /// - Parameter report: Receives each failure when the sync has ended.
  func toggle(report: @escaping @Sendable (_ failure: String) -> Void) {
    if case .running(let task, _) = state.value {
      task?.cancel()
      return
    }
    state.replace(with: .running(nil, ["syncing…"]))
    let task = Task {
      let outcome = await run { words in
        state.update { if case .running(let task, _) = $0 { $0 = .running(task, words) } }
      }
      outcome.failures.forEach(report)
      shownFor.replace(with: nil)
      state.replace(with: .ended(outcome.words))
    }
    state.update { if case .running(nil, let words) = $0 { $0 = .running(task, words) } }
  }

  /// Notes that the result is on the screen from now on.
  func appear() {
    guard case .ended = state.value else { return }
    shownFor.update { $0 = $0 ?? stopwatch(clock) }
  }

  /// Clears the result on a key press, if it was on the screen long enough to be read.
  func acknowledge() {
    guard case .ended = state.value, let shownFor = shownFor.value, shownFor() >= Self.readingTime else { return }
    state.replace(with: .idle)
  }

  /// Stops the running sync.
  func stop() {
    if case .running(let task?, _) = state.value { task.cancel() }
  }
}

/// Returns a closure that measures the time since this call.
private func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
