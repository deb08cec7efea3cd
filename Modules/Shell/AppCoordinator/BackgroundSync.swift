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

  private let task = Observed<Task<Void, Never>?>(nil)
  private let progress = Observed<[String]>([])
  /// Downloads everything until its task is cancelled. It calls `show` with its progress, the longest version first.
  let run: @Sendable (_ show: @escaping @Sendable (_ words: [String]) -> Void) async -> Outcome

  /// Signals that `words` may have changed.
  var changes: ChangeSignal { progress.changes }

  /// The progress, the longest version first; empty while idle.
  var words: [String] { progress.value }

  /// Starts a sync, or stops the running one.
  /// - Parameter ended: Receives the outcome.
  func toggle(ended: @escaping @Sendable (Outcome) -> Void) {
    if let task = task.value { return task.cancel() }
    progress.replace(with: ["syncing…"])
    // The task cannot end before it is stored.
    task.update { running in
      running = Task {
        let outcome = await run { progress.replace(with: $0) }
        task.replace(with: nil)
        progress.replace(with: [])
        ended(outcome)
      }
    }
  }

  /// Stops the running sync.
  func stop() { task.value?.cancel() }
}
