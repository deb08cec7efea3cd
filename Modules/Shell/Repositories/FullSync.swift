public import Essentials
import Observed
public import Sync
import TodosRepository

/// A download of everything that the servers have, with all sections in parallel. Waiting edits of to-dos are sent
/// first.
public struct FullSync: Sendable {
  private let tallies: [(kind: SyncKind, tally: Observed<SyncTally>)]
  private let delivery = Observed<TodoDelivery?>(nil)

  /// - Parameter kinds: The sections to download.
  public init(_ kinds: [SyncKind] = SyncKind.allCases) {
    tallies = kinds.map { ($0, Observed(SyncTally())) }
  }

  /// The result so far.
  public var result: SyncResult {
    SyncResult(tallies: tallies.map { ($0.kind, $0.tally.value) }, delivery: delivery.value)
  }

  /// Downloads the sections. After a cancellation, everything downloaded until then is saved.
  /// - Parameters:
  ///   - options: The options: how much to download.
  ///   - repositories: The sections.
  ///   - now: Returns the date that copies are saved with.
  ///   - progress: Shows the progress whenever the interval has passed on the clock.
  public func run(
    _ options: SyncOptions, in repositories: Repositories, now: @escaping @Sendable () -> Date,
    progress: (clock: any Clock<Duration>, show: @Sendable (SyncProgress) -> Void)? = nil
  ) async {
    // It is cancelled when the sections are downloaded.
    async let _: Void = show(progress)
    await withTaskGroup { group in
      for (kind, tally) in tallies {
        group.addTask {
          if kind == .todos, !(await deliver(repositories.todos, tally)) { return }
          await repositories.sync(kind, options, tally, now: now)
        }
      }
    }
  }

  /// Shows the progress until the task is cancelled.
  private func show(_ progress: (clock: any Clock<Duration>, show: @Sendable (SyncProgress) -> Void)?) async {
    var speed = SyncSpeed()
    while let progress, !Task.isCancelled {
      progress.show(speed.progress(result.tallies))
      try? await progress.clock.sleep(for: SyncSpeed.interval)
    }
  }

  /// Sends the waiting edits of to-dos; returns false when the outbox cannot be read.
  private func deliver(_ todos: TodosRepository, _ tally: Observed<SyncTally>) async -> Bool {
    do {
      let result = try await todos.deliver()
      delivery.replace(with: result)
      return true
    } catch is CancellationError {
      // The sync of a cancelled task only counts the saved to-dos.
      return true
    } catch {
      tally.update { $0.ending = error }
      return false
    }
  }
}
