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

  private let state = Observed(State.idle)
  private let run: @Sendable (_ show: @escaping @Sendable ([String]) -> Void) async -> Outcome

  /// - Parameter run: gets everything until its task is cancelled. What it shows says how far it is, in fewer and fewer
  ///   words.
  public init(run: @escaping @Sendable (_ show: @escaping @Sendable (_ words: [String]) -> Void) async -> Outcome) {
    self.run = run
  }

  /// When something else is to be said.
  var changes: Changes { state.changes }

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
      state.replace(with: .ended(outcome.words))
    }
    state.update { if case .running(nil, let words) = $0 { $0 = .running(task, words) } }
  }

  /// What came of it has been read.
  func acknowledge() {
    if case .ended = state.value { state.replace(with: .idle) }
  }

  /// Stops what goes on.
  func stop() {
    if case .running(let task?, _) = state.value { task.cancel() }
  }
}
