import ChangeNotifier
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

/// What those who read and those who write tell each other and the world.
final class News: Sendable {
  let changes = ChangeNotifier()
  private let count = Atomic(0)

  /// How many changes were made here, by which a reader knows those made elsewhere; nil while one goes on.
  var changeCount: Int? {
    let count = count.load(ordering: .acquiring)
    return count.isMultiple(of: 2) ? count : nil
  }

  /// Does the work, which answers whether it has changed anything.
  func changing(_ work: () throws -> Bool) rethrows -> Bool {
    count.add(1, ordering: .acquiringAndReleasing)
    var hasChanged = false
    defer { count.add(hasChanged ? 1 : -1, ordering: .acquiringAndReleasing) }
    hasChanged = try work()
    return hasChanged
  }
}
