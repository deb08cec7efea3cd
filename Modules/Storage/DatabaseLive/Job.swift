import Observed
import Synchronization

/// The cancellation state of one read or change, which SQLite's callbacks can read.
final class Job: Sendable {
  private let cancelled = Atomic(false)

  /// Whether the task was cancelled.
  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Runs the work, which must check `isCancelled` while it runs.
  func run<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
    try await withTaskCancellationHandler(operation: work, onCancel: { cancelled.store(true, ordering: .relaxed) })
  }
}

/// The changes of a database, counted for its readers and sent as signals.
final class DatabaseChanges: Sendable {
  private let changes = ChangeSource()
  private let storeChanges = Mutex<[String: ChangeSource]>([:])
  private let count = Atomic(0)

  /// The signal of all changes.
  var signal: ChangeSignal { changes.signal }

  /// Returns the signal of a store's changes and of those that no store has claimed.
  func signal(of store: String) -> ChangeSignal {
    storeChanges.withLock { all in
      let changes = all[store] ?? ChangeSource()
      all[store] = changes
      return changes.signal
    }
  }

  /// Sends the signals of a change by some stores. An empty set sends those of all stores.
  func send(_ stores: Set<String> = []) {
    changes.send()
    let sources = storeChanges.withLock { all in stores.isEmpty ? Array(all.values) : stores.compactMap { all[$0] } }
    for source in sources { source.send() }
  }

  /// A number that grows with the changes made here, so that a reader can recognize those made elsewhere; nil during a
  /// change.
  var changeCount: Int? {
    let count = count.load(ordering: .acquiring)
    return count.isMultiple(of: 2) ? count : nil
  }

  /// Runs the work, which returns what it has changed, or nil for nothing.
  func changing<Changed>(_ work: () throws -> Changed?) rethrows -> Changed? {
    count.add(1, ordering: .acquiringAndReleasing)
    var changed: Changed?
    defer { count.add(changed == nil ? -1 : 1, ordering: .acquiringAndReleasing) }
    changed = try work()
    return changed
  }
}
