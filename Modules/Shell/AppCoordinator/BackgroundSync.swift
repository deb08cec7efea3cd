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
  }

  private let state = Observed(State.idle)
  /// Downloads everything until its task is cancelled. It calls `show` with its progress, the longest version first.
  let run: @Sendable (_ show: @escaping @Sendable (_ words: [String]) -> Void) async -> Outcome

  /// Signals that `words` may have changed.
  var changes: ChangeSignal { state.changes }

  /// The progress, the longest version first; empty while idle.
  var words: [String] { if case .running(_, let words) = state.value { words } else { [] } }

  /// Starts a sync, or stops the running one.
  /// - Parameter ended: Receives the outcome.
  func toggle(ended: @escaping @Sendable (Outcome) -> Void) {
    if case .running(let task, _) = state.value {
      task?.cancel()
      return
    }
    state.replace(with: .running(nil, ["syncing…"]))
    let task = Task {
      let outcome = await run { words in
        state.update { if case .running(let task, _) = $0 { $0 = .running(task, words) } }
      }
      ended(outcome)
      state.replace(with: .idle)
    }
    state.update { if case .running(nil, let words) = $0 { $0 = .running(task, words) } }
  }

  /// Stops the running sync.
  func stop() {
    if case .running(let task?, _) = state.value { task.cancel() }
  }
}
