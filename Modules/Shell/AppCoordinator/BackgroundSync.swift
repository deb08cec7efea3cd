import Observed

/// Gets everything for reading it without a network, while the reader is used.
public struct BackgroundSync: Sendable {
  /// What came of it.
  public struct Outcome: Sendable {
    /// In fewer and fewer words: "Synced: 133 posts, 60 comics, 12 to-dos.", "Synced."
    public var words: [String]
    /// What could not be had, for those who want to read it.
    public var failures: [String]

    public init(_ words: [String], failures: [String] = []) { (self.words, self.failures) = (words, failures) }
  }

  private enum State: Sendable {
    case idle
    case running(Task<Void, Never>?, [String])
    case ended([String])
  }

  /// How long what came of it is on the screen before a key may take it away: somebody who types has not read it.
  private static let readingTime = Duration.seconds(2)

  private let state = Observed(State.idle)
  /// How long what came of it has been on the screen; nil where it was not yet.
  private let shownFor = Observed<(@Sendable () -> Duration)?>(nil)
  private let clock: any Clock<Duration>
  private let run: @Sendable (_ show: @escaping @Sendable ([String]) -> Void) async -> Outcome

  /// - Parameters:
  ///   - clock: what is measured with how long something is on the screen.
  ///   - run: gets everything until its task is cancelled. What it shows says how far it is, in fewer and fewer words.
  public init(
    clock: any Clock<Duration>,
    run: @escaping @Sendable (_ show: @escaping @Sendable (_ words: [String]) -> Void) async -> Outcome
  ) {
    (self.clock, self.run) = (clock, run)
  }

  /// When something else is to be said.
  var changes: ChangeSignal { state.changes }

  /// What is to be said of it, in fewer and fewer words; nothing while nothing goes on.
  var words: [String] {
    switch state.value {
    case .idle: []
    case .running(_, let words), .ended(let words): words
    }
  }

  /// Begins, or stops what goes on.
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

  /// What is to be said of it is on the screen now.
  func appear() {
    guard case .ended = state.value else { return }
    shownFor.update { $0 = $0 ?? stopwatch(clock) }
  }

  /// Somebody does something else: what came of it has been read, if it was there for long enough.
  func acknowledge() {
    guard case .ended = state.value, let shownFor = shownFor.value, shownFor() >= Self.readingTime else { return }
    state.replace(with: .idle)
  }

  /// Stops what goes on.
  func stop() {
    if case .running(let task?, _) = state.value { task.cancel() }
  }
}

/// How much time has passed since now, whenever it is asked.
private func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
