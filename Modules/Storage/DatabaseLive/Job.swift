import Observed
import Synchronization

/// One read or change, as the task that asked for it sees it.
final class Job: Sendable {
  private let cancelled = Atomic(false)

  /// Whether nobody wants it any more.
  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Does the work, which looks at `isCancelled` while it goes on.
  func run<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
    try await withTaskCancellationHandler(operation: work, onCancel: { cancelled.store(true, ordering: .relaxed) })
  }
}

/// The changes of a database: counted for its readers, and signalled to everybody.
final class DatabaseChanges: Sendable {
  private let changes = ChangeSource()
  private let storeChanges = Mutex<[String: ChangeSource]>([:])
  private let count = Atomic(0)

  /// Signals every change.
  var signal: ChangeSignal { changes.signal }

  /// Signals the changes of a store, and those that may be.
  func signal(of store: String) -> ChangeSignal {
    storeChanges.withLock { all in
      let changes = all[store] ?? ChangeSource()
      all[store] = changes
      return changes.signal
    }
  }

  /// Tells of a change of some stores'; of none in particular, where there are none.
  func send(_ stores: Set<String> = []) {
    changes.send()
    let told = storeChanges.withLock { all in stores.isEmpty ? Array(all.values) : stores.compactMap { all[$0] } }
    for notifier in told { notifier.send() }
  }

  /// How many changes were made here, by which a reader knows those made elsewhere; nil while one goes on.
  var changeCount: Int? {
    let count = count.load(ordering: .acquiring)
    return count.isMultiple(of: 2) ? count : nil
  }

  /// Does the work, which answers what it has changed, or nil for nothing.
  func changing<Changed>(_ work: () throws -> Changed?) rethrows -> Changed? {
    count.add(1, ordering: .acquiringAndReleasing)
    var changed: Changed?
    defer { count.add(changed == nil ? -1 : 1, ordering: .acquiringAndReleasing) }
    changed = try work()
    return changed
  }
}
